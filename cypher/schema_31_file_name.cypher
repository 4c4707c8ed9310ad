// `(:File {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX file_name IF NOT EXISTS FOR (n:File) ON (n.name)
