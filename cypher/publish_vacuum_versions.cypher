// Delete versions that began and ended between two kept snapshots, with their edges, a batch at a time.
// mode: write
// params: fence, high, limit, low
// returns: changed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  MATCH (a:Artifact)
  USING INDEX SEEK a:Artifact(valid_to)
  WHERE a.valid_to > $p.low AND a.valid_to <= $p.high AND a.valid_from > $p.low
  WITH a LIMIT $p.limit
  DETACH DELETE a
  RETURN count(*) AS changed
}
RETURN changed
