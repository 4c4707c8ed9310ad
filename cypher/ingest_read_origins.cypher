// What is stored of some origins at a snapshot: versions by content hash, and the edges that start there.
// mode: read
// params: origins, repo, seq
// returns: uid, vid, origin, content_hash, edges
// room: ingest
// MATCHES belongs to no origin: it is made anew from both sides.
// `b` has no label, so that no plan can start there: an edge is found from its source.
CYPHER 25
UNWIND $p.origins AS origin
MATCH (a:Artifact {repo: $p.repo, origin: origin})
USING INDEX SEEK a:Artifact(repo, origin)
WHERE a.valid_from <= $p.seq AND a.valid_to > $p.seq
RETURN a.uid AS uid, a.vid AS vid, a.origin AS origin, a.content_hash AS content_hash,
  COLLECT { MATCH (a)-[e]->(b)
    WHERE e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
      AND b.valid_from <= $p.seq AND b.valid_to > $p.seq
      AND e.digest IS NULL AND coalesce(e.type, type(e)) <> 'MATCHES'
    RETURN [coalesce(e.type, type(e)), b.uid, b.vid, properties(e)] } AS edges
