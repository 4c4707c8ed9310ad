// The versions of one origin of a repository: what an ingest compares.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX artifact_origin IF NOT EXISTS FOR (a:Artifact) ON (a.repo, a.origin)
