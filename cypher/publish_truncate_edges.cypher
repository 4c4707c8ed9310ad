// Undo what abandoned snapshots did to edges between versions that stay, a batch of their sources at a time.
// mode: write
// params: above, fence, limit
// returns: changed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  MATCH (a:Artifact)
  USING INDEX SEEK a:Artifact(touched)
  WHERE a.touched > $p.above
  WITH a LIMIT $p.limit
  CALL (a) {
    MATCH (a)-[e]->() WHERE e.valid_from > $p.above
    DELETE e
  }
  CALL (a) {
    MATCH (a)-[e]->() WHERE e.valid_to > $p.above
    REMOVE e.valid_to
  }
  // Earlier touches are forgotten with it, so it stays marked for every snapshot that is kept.
  SET a.touched = $p.above
  RETURN count(*) AS changed
}
RETURN changed
