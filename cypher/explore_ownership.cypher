// Whose artifacts are, what they run in, and why nothing needs to call them.
// mode: read
// params: uids, scopes, seq
// returns: uid, entry, service, owner_team
// room: retrieve
CYPHER 25
UNWIND $p.uids AS uid
MATCH (a:Artifact {uid: uid})
USING INDEX SEEK a:Artifact(uid)
WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
RETURN uid, coalesce(a.entry, '') AS entry, coalesce(a.service, '') AS service,
  coalesce(a.owner_team, '') AS owner_team
ORDER BY uid
