// Artifacts by name: the symbol channel and look-ups by hand.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX artifact_name IF NOT EXISTS FOR (a:Artifact) ON (a.name)
