// Close every version of some origins of a repository, with their edges (a repository is removed).
// mode: write
// params: fence, origins, repo, seq, vt
// returns: nodes, edges
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence AND l.candidate = $p.seq
CALL () {
  UNWIND $p.origins AS origin
  MATCH (a:Artifact {repo: $p.repo, origin: origin})
  USING INDEX SEEK a:Artifact(repo, origin)
  WHERE a.valid_to = 999999999
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
