// Versions of the active snapshot, brought after `since`, that wait for a vector: the newest snapshot's first, then by how much calls, reads and documents them.
// mode: read
// params: kinds, seq, since, recipe, limit
// returns: vid
// room: publish
CYPHER 25
MATCH (a:Artifact)
USING INDEX SEEK a:Artifact(valid_from)
WHERE a.valid_from > $p.since AND a.valid_from <= $p.seq AND a.valid_to > $p.seq AND a.kind IN $p.kinds
  AND NOT (a.kind = 'Method' AND coalesce(a.complexity, 0) = 0)
  AND NOT (a.kind = 'Config' AND coalesce(a.form, '') <> 'key')
  AND NOT coalesce(a.embedding_key, '') STARTS WITH $p.recipe
WITH a, COUNT { (a)<-[:CALLS]-() } + COUNT { (a)<-[:READS]-() } + COUNT { (a)<-[:DOCUMENTS]-() } AS degree
ORDER BY a.valid_from = $p.seq DESC, degree DESC, a.valid_from DESC, a.vid
LIMIT $p.limit
RETURN a.vid AS vid
