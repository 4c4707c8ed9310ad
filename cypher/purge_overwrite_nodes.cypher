// Set properties of some nodes; null takes one away.
// mode: write
// params: rows
// returns: overwritten
// room: purge
CYPHER 25
UNWIND $p.rows AS row
MATCH (n) WHERE elementId(n) = row.id
SET n += row.properties
RETURN count(n) AS overwritten
