// What a snapshot closed: follow and truncate start here.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX artifact_valid_to IF NOT EXISTS FOR (a:Artifact) ON (a.valid_to)
