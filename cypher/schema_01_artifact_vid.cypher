// One node for each version of an artifact.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE CONSTRAINT artifact_vid IF NOT EXISTS FOR (a:Artifact) REQUIRE a.vid IS UNIQUE
