// A repository that was closed is seen again.
// mode: write
// params: repo
// returns: repo
// room: publish
CYPHER 25
MATCH (r:Registration {repo: $p.repo})
REMOVE r.closed_at
RETURN r.repo AS repo
