// `(:Topic {name: …})` in Neo4j Browser without a scan.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX topic_name IF NOT EXISTS FOR (n:Topic) ON (n.name)
