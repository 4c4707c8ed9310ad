// Write versions of a repository that the candidate's base does not hold: all are new, so nothing is looked up.
// mode: write
// params: fence, rows, seq
// returns: changed
// room: ingest
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence AND l.candidate = $p.seq
CALL () {
  UNWIND $p.rows AS r
  CREATE (a:Artifact)
  SET a = r
  RETURN count(*) AS changed
}
RETURN changed
