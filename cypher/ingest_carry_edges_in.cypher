// Lead edges of sources that did not change to the new version of their target.
// mode: write
// params: fence, origins, repo, rows, seq
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
  MATCH (a)-[e]->(old)
  WHERE e.valid_to IS NULL AND e.digest IS NULL AND a.valid_to = 999999999
    AND NOT (a.repo = $p.repo AND a.origin IN $p.origins)
  CREATE (a)-[n:$(coalesce(e.type, type(e)))]->(new)
  SET n = properties(e), n.valid_from = $p.seq, n.type = null
  RETURN count(*) AS changed
}
RETURN changed
