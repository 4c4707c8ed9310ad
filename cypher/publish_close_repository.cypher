// A repository is seen by nobody from now on, in no snapshot; one that was never ingested is left alone.
// mode: write
// params: repo
// returns: repo
// room: publish
CYPHER 25
MATCH (r:Registration {repo: $p.repo})
SET r.closed_at = coalesce(r.closed_at, toString(datetime()))
RETURN r.repo AS repo
