// Where a repository comes from, and the scope it is in.
// mode: read
// params: repo
// returns: url, scope
// room: publish
CYPHER 25
MATCH (r:Registration {repo: $p.repo})
RETURN r.url AS url, r.scope AS scope
