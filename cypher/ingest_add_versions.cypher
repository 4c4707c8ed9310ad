// Write versions of artifacts; the same version twice is one.
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
  MERGE (a:Artifact {vid: r.vid})
  ON CREATE SET a = r
  RETURN count(*) AS changed
}
RETURN changed
