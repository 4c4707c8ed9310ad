// Sides of contracts by shape: what a commit matches anew.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX artifact_shape IF NOT EXISTS FOR (a:Artifact) ON (a.shape)
