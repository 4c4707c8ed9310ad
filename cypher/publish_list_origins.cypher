// The origins that a repository has at a snapshot.
// mode: read
// params: repo, seq
// returns: origin
// room: publish
CYPHER 25
MATCH (a:Artifact {repo: $p.repo})
WHERE a.valid_from <= $p.seq AND a.valid_to > $p.seq
RETURN DISTINCT a.origin AS origin
ORDER BY origin
