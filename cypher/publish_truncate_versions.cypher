// Delete versions that abandoned snapshots brought, with their edges, a batch at a time.
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
  USING INDEX SEEK a:Artifact(valid_from)
  WHERE a.valid_from > $p.above
  WITH a LIMIT $p.limit
  DETACH DELETE a
  RETURN count(*) AS changed
}
RETURN changed
