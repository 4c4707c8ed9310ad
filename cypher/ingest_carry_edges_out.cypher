// Lead the edges from a repository to origins that did not change from its new version.
// mode: write
// params: fence, origins, rows, seq
// returns: changed
// room: ingest
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence AND l.candidate = $p.seq
CALL () {
  UNWIND $p.rows AS r
  MATCH (old:Artifact {vid: r.old})
  MATCH (new:Artifact {vid: r.new})
  MATCH (old)-[e]->(b)
  WHERE e.valid_to IS NULL AND e.digest IS NOT NULL AND b.valid_to = 999999999
    AND NOT b.origin IN $p.origins
  CREATE (new)-[n:$(coalesce(e.type, type(e)))]->(b)
  SET n = properties(e), n.valid_from = $p.seq, n.type = null
  RETURN count(*) AS changed
}
RETURN changed
