// Versions that stayed while edges from them came or went (`touched` = the last such snapshot): few.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX artifact_touched IF NOT EXISTS FOR (a:Artifact) ON (a.touched)
