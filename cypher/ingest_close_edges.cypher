// End edges between versions that stay.
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
  MATCH (a:Artifact {vid: r.source})
  MATCH (b:Artifact {vid: r.target})
  MATCH (a)-[e]->(b) WHERE type(e) = r.type AND e.valid_to IS NULL
  SET e.valid_to = $p.seq, a.touched = $p.seq
  RETURN count(*) AS changed
}
RETURN changed
