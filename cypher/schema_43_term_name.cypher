// `(:Term {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX term_name IF NOT EXISTS FOR (n:Term) ON (n.name)
