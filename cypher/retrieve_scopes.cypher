// Every scope that a repository is registered in; a closed one is in none, and a line is read only when it is named.
// mode: read
// params: -
// returns: scope
// room: retrieve
CYPHER 25
MATCH (r:Registration)
WHERE r.closed_at IS NULL AND NOT r.repo CONTAINS '@'
RETURN DISTINCT r.scope AS scope
ORDER BY scope
