// Which of some artifacts a candidate brought a version of or closed one of, and whether they still stand.
// mode: read
// params: uids, seq
// returns: uid, stands
// room: publish
CYPHER 25
UNWIND $p.uids AS uid
MATCH (a:Artifact {uid: uid})
USING INDEX SEEK a:Artifact(uid)
WHERE a.valid_from = $p.seq OR a.valid_to = $p.seq
RETURN uid, max(a.valid_to) = 999999999 AS stands
ORDER BY uid
