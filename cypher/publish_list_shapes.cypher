// The shapes of the contracts that a repository has a side of.
// mode: read
// params: repo, seq
// returns: shape
// room: publish
CYPHER 25
MATCH (a:Artifact {repo: $p.repo})
WHERE a.shape IS NOT NULL AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
RETURN DISTINCT a.shape AS shape
ORDER BY shape
