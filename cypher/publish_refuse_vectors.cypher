// Versions whose text has no usable vector: the key says that it was tried.
// mode: write
// params: property, rows
// returns: refused
// room: publish
CYPHER 25
UNWIND $p.rows AS row
MATCH (a:Artifact {vid: row.vid})
SET a.embedding_key = row.key
REMOVE a[$p.property]
RETURN count(a) AS refused
