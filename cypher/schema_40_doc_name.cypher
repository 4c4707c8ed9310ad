// `(:Doc {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX doc_name IF NOT EXISTS FOR (n:Doc) ON (n.name)
