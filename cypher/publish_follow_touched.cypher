// Edges that came or went between versions that stay: NEXT, their type, or WAS, a batch at a time.
// mode: write
// params: fence, high, limit, low, seq
// returns: changed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  MATCH (a:Artifact)
  USING INDEX SEEK a:Artifact(touched)
  WHERE a.touched > $p.low
  MATCH (a)-[e]->()
  WHERE (e.valid_from > $p.low AND e.valid_from <= $p.high) OR (e.valid_to > $p.low AND e.valid_to <= $p.high)
  WITH DISTINCT e, startNode(e) AS s, endNode(e) AS t
  WITH e, s, t, CASE
    WHEN e.valid_to <= $p.seq THEN 'WAS'
    WHEN e.valid_from > $p.seq AND s.valid_from <= $p.seq AND s.valid_to > $p.seq
      AND t.valid_from <= $p.seq AND t.valid_to > $p.seq THEN 'NEXT'
    ELSE coalesce(e.type, type(e)) END AS wanted
  WHERE wanted <> type(e)
  WITH e, s, t, wanted LIMIT $p.limit
  CREATE (s)-[n:$(wanted)]->(t)
  SET n = properties(e),
      n.type = CASE WHEN wanted IN ['WAS', 'NEXT'] THEN coalesce(e.type, type(e)) END
  DELETE e
  RETURN count(*) AS changed
}
RETURN changed
