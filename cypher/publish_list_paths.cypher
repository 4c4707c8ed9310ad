// Every path that a version of a repository stands in, closed ones too.
// mode: read
// params: repo
// returns: path
// room: publish
CYPHER 25
MATCH (a:Artifact)
USING INDEX SEEK a:Artifact(repo, origin)
WHERE a.repo = $p.repo AND a.origin IS NOT NULL AND a.path IS NOT NULL
RETURN DISTINCT a.path AS path
