// Where a repository comes from.
// mode: read
// params: repo
// returns: url
// room: publish
CYPHER 25
MATCH (r:Registration {repo: $p.repo})
RETURN r.url AS url
