// Vectors of nodes that were just loaded, as float32.
// mode: write
// params: rows
// returns: stored
// room: purge
CYPHER 25
UNWIND $p.rows AS row
MATCH (n) WHERE elementId(n) = row.id
CALL db.create.setNodeVectorProperty(n, row.property, row.vector)
RETURN count(*) AS stored
