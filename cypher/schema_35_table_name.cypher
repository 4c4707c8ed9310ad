// `(:Table {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX table_name IF NOT EXISTS FOR (n:Table) ON (n.name)
