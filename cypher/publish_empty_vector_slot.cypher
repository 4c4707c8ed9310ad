// Take the vectors of a closing slot off some versions, and the keys that spoke of them.
// mode: write
// params: slot, property, kept, limit
// returns: emptied
// room: publish
CYPHER 25
MATCH (s:VectorSlot {slot: $p.slot, state: 'closing'})
MATCH (a:Artifact)
WHERE a[$p.property] IS NOT NULL
WITH a LIMIT $p.limit
SET a.embedding_key = CASE WHEN a.embedding_key STARTS WITH $p.kept THEN a.embedding_key END
REMOVE a[$p.property]
RETURN count(a) AS emptied
