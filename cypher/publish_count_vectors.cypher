// How many artifacts of a snapshot and some scopes could carry a vector, and how many do.
// mode: read
// params: kinds, seq, scopes, recipe
// returns: embeddable, embedded
// room: publish
CYPHER 25
MATCH (a:Artifact)
WHERE a.valid_from <= $p.seq AND a.valid_to > $p.seq AND a.scope IN $p.scopes AND a.kind IN $p.kinds
  AND NOT (a.kind = 'Method' AND coalesce(a.complexity, 0) = 0)
  AND NOT (a.kind = 'Config' AND coalesce(a.form, '') <> 'key')
RETURN count(a) AS embeddable,
       count(CASE WHEN a.embedding_key STARTS WITH $p.recipe AND NOT a.embedding_key ENDS WITH '!' THEN 1 END)
       AS embedded
