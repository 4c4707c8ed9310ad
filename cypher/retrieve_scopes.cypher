// Every scope that a repository is registered in.
// mode: read
// params: -
// returns: scope
// room: retrieve
CYPHER 25
MATCH (r:Registration)
RETURN DISTINCT r.scope AS scope
ORDER BY scope
