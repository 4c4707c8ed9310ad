// `(:Method {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX method_name IF NOT EXISTS FOR (n:Method) ON (n.name)
