// Some edges of the whole store, in the order of the store.
// mode: read
// params: skip, limit
// returns: source, target, type, properties
// room: purge
CYPHER 25
MATCH (a)-[e]->(b)
WITH a, e, b SKIP $p.skip LIMIT $p.limit
RETURN elementId(a) AS source, elementId(b) AS target, type(e) AS type, properties(e) AS properties
