// `(:Postmortem {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX postmortem_name IF NOT EXISTS FOR (n:Postmortem) ON (n.name)
