// The versions of an artifact.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX artifact_uid IF NOT EXISTS FOR (a:Artifact) ON (a.uid)
