// Before the pointer moves to a snapshot: edges that hold there and wait as NEXT, or ended as WAS, get their type, a batch at a time. What labels and types have to follow is widened with it.
// mode: write
// params: fence, high, limit, low, seq
// returns: changed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MATCH (p:Pointer {name: 'active'})
SET p.low = CASE WHEN p.low < $p.low THEN p.low ELSE $p.low END,
    p.high = CASE WHEN p.high > $p.high THEN p.high ELSE $p.high END
WITH p
CALL () {
  CALL () {
    MATCH (a:Artifact)
    USING INDEX SEEK a:Artifact(touched)
    WHERE a.touched > $p.low
    MATCH (a)-[e:WAS|NEXT]->()
    RETURN e
    UNION
    MATCH (a:Artifact)
    USING INDEX SEEK a:Artifact(valid_to)
    WHERE a.valid_to > $p.low AND a.valid_to <= $p.high
    MATCH (a)-[e:WAS|NEXT]-()
    RETURN e
  }
  WITH e, startNode(e) AS s, endNode(e) AS t
  WHERE e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
    AND s.valid_from <= $p.seq AND s.valid_to > $p.seq
    AND t.valid_from <= $p.seq AND t.valid_to > $p.seq
  WITH e, s, t LIMIT $p.limit
  CREATE (s)-[n:$(e.type)]->(t)
  SET n = properties(e), n.type = null
  DELETE e
  RETURN count(*) AS changed
}
RETURN changed
