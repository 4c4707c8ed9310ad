// By which rules the versions of a repository have their service and owner.
// mode: read
// params: repo
// returns: digest
// room: publish
CYPHER 25
MATCH (r:Registration {repo: $p.repo})
RETURN coalesce(r.ownership, '') AS digest
