// `(:Config {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX config_name IF NOT EXISTS FOR (n:Config) ON (n.name)
