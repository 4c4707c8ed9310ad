// `(:Library {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX library_name IF NOT EXISTS FOR (n:Library) ON (n.name)
