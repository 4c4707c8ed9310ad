// Every path of every repository, of any version.
// mode: read
// params: -
// returns: repo, path
// room: purge
CYPHER 25
MATCH (a:Artifact) WHERE a.path IS NOT NULL
RETURN DISTINCT a.repo AS repo, a.path AS path
ORDER BY repo, path
