// Delete edges that came and went between two kept snapshots while both their ends stayed, a batch at a time.
// mode: write
// params: fence, high, limit, low
// returns: changed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  MATCH ()-[e:WAS]->()
  USING INDEX SEEK e:WAS(valid_to)
  WHERE e.valid_to > $p.low AND e.valid_to <= $p.high AND e.valid_from > $p.low
  WITH e LIMIT $p.limit
  DELETE e
  RETURN count(*) AS changed
}
RETURN changed
