// Edges as they were dumped, between nodes that were just loaded.
// mode: write
// params: rows
// returns: stored
// room: purge
CYPHER 25
UNWIND $p.rows AS row
MATCH (a) WHERE elementId(a) = row.source
MATCH (b) WHERE elementId(b) = row.target
CREATE (a)-[e:$(row.type)]->(b)
SET e = row.properties
RETURN count(e) AS stored
