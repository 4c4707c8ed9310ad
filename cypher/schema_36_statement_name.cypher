// `(:Statement {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX statement_name IF NOT EXISTS FOR (n:Statement) ON (n.name)
