// Close versions that were replaced or are gone, and every edge that still held there.
// mode: write
// params: fence, rows, seq, vt
// returns: nodes, edges
// room: ingest
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence AND l.candidate = $p.seq
CALL () {
  UNWIND $p.rows AS vid
  MATCH (a:Artifact {vid: vid})
  SET a.valid_to = $p.seq, a.vt = $p.vt
  WITH collect(a) AS versions
  CALL (versions) {
    UNWIND versions AS a
    MATCH (a)-[e]-() WHERE e.valid_to IS NULL
    WITH DISTINCT e
    SET e.valid_to = $p.seq
    RETURN count(*) AS edges
  }
  RETURN size(versions) AS nodes, edges
}
RETURN nodes, edges
