// `(:Job {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX job_name IF NOT EXISTS FOR (n:Job) ON (n.name)
