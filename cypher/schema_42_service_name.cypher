// `(:Service {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX service_name IF NOT EXISTS FOR (n:Service) ON (n.name)
