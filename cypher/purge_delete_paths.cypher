// Delete what stands in some files, of every version, with its edges.
// mode: write
// params: repo, paths, limit
// returns: deleted
// room: purge
CYPHER 25
MATCH (a:Artifact {repo: $p.repo}) WHERE a.path IN $p.paths OR a.origin IN $p.paths
WITH a LIMIT $p.limit
DETACH DELETE a
RETURN count(*) AS deleted
