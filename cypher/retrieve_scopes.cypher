// Every scope that a repository is registered in; a closed one is in none.
// mode: read
// params: -
// returns: scope
// room: retrieve
CYPHER 25
MATCH (r:Registration)
WHERE r.closed_at IS NULL
RETURN DISTINCT r.scope AS scope
ORDER BY scope
