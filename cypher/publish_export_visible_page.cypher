// Like publish_export_page, of the given scopes only: both ends of an edge are in them.
// mode: read
// params: after, limit, scopes, seq
// returns: uid, content, edges
// room: publish
// `b` has no label, so that no plan can start there: an edge is found from its source.
CYPHER 25
MATCH (a:Artifact)
USING INDEX SEEK a:Artifact(uid)
WHERE a.uid > $p.after AND a.valid_from <= $p.seq AND a.valid_to > $p.seq AND a.scope IN $p.scopes
WITH a ORDER BY a.uid LIMIT $p.limit
RETURN a.uid AS uid, properties(a) AS content,
  COLLECT { MATCH (a)-[e]->(b)
    WHERE e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
      AND b.valid_from <= $p.seq AND b.valid_to > $p.seq AND b.scope IN $p.scopes
    RETURN [coalesce(e.type, type(e)), b.uid, properties(e)] } AS edges
ORDER BY uid
