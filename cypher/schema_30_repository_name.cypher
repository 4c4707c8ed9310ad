// `(:Repository {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX repository_name IF NOT EXISTS FOR (n:Repository) ON (n.name)
