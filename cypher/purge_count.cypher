// How many nodes and edges the store holds, those of migrations apart.
// mode: read
// params: -
// returns: nodes, edges
// room: purge
CYPHER 25
RETURN COUNT { MATCH (n) WHERE NOT n:Migration } AS nodes, COUNT { MATCH ()-[e]->() } AS edges
