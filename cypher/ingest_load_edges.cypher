// Write edges between versions that the candidate brought itself (a first load): ends by element id, each source with its edges `[target, type, properties]`.
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
  MATCH (a:Artifact) WHERE elementId(a) = r.source
  UNWIND r.edges AS row
  MATCH (b:Artifact) WHERE elementId(b) = row[0]
  CREATE (a)-[e:$(row[1])]->(b)
  SET e = row[2]
  RETURN count(*) AS changed
}
RETURN changed
