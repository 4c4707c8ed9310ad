// Some nodes of the whole store, in the order of the store, to be written into a fresh one.
// mode: read
// params: skip, limit
// returns: id, labels, properties
// room: purge
CYPHER 25
MATCH (n)
WITH n SKIP $p.skip LIMIT $p.limit
RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties
