// Write versions of a repository that the candidate's base does not hold: all are new, so nothing is looked up. Gives their element ids in the order of the rows.
// mode: write
// params: fence, rows, seq
// returns: ids
// room: ingest
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence AND l.candidate = $p.seq
CALL () {
  UNWIND $p.rows AS r
  CREATE (a:Artifact)
  SET a = r
  RETURN collect(elementId(a)) AS ids
}
RETURN ids
