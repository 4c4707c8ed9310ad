// Versions of a repository in a snapshot after a uid, in the order of uids, with content and the edges that start there.
// mode: read
// params: after, limit, repo, seq
// returns: uid, vid, origin, content, labelled, edges
// room: publish
// `b` has no label, so that no plan can start there: an edge is found from its source.
CYPHER 25
MATCH (a:Artifact)
USING INDEX SEEK a:Artifact(uid)
WHERE a.uid > $p.after AND a.uid STARTS WITH $p.repo + ':'
  AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
WITH a ORDER BY a.uid LIMIT $p.limit
RETURN a.uid AS uid, a.vid AS vid, a.origin AS origin, properties(a) AS content,
  a.kind IN labels(a) AS labelled,
  COLLECT { MATCH (a)-[e]->(b)
    WHERE e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
      AND b.valid_from <= $p.seq AND b.valid_to > $p.seq
    RETURN [coalesce(e.type, type(e)), b.uid, properties(e)] } AS edges
ORDER BY uid
