// Set properties of some edges.
// mode: write
// params: rows
// returns: overwritten
// room: purge
CYPHER 25
UNWIND $p.rows AS row
MATCH ()-[e]->() WHERE elementId(e) = row.id
SET e += row.properties
RETURN count(e) AS overwritten
