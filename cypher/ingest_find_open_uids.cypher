// Which of some uids name an artifact that holds in the candidate.
// mode: read
// params: rows
// returns: uid, vid
// room: ingest
CYPHER 25
UNWIND $p.rows AS uid
MATCH (a:Artifact {uid: uid}) USING INDEX SEEK a:Artifact(uid) WHERE a.valid_to = 999999999
RETURN DISTINCT a.uid AS uid, a.vid AS vid
