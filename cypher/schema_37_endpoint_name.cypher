// `(:Endpoint {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX endpoint_name IF NOT EXISTS FOR (n:Endpoint) ON (n.name)
