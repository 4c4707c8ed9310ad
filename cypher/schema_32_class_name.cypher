// `(:Class {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX class_name IF NOT EXISTS FOR (n:Class) ON (n.name)
