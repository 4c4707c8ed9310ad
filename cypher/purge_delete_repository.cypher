// Delete what is kept of a repository, of every version, with its edges.
// mode: write
// params: repo, limit
// returns: deleted
// room: purge
CYPHER 25
MATCH (n) WHERE n.repo = $p.repo
WITH n LIMIT $p.limit
DETACH DELETE n
RETURN count(*) AS deleted
