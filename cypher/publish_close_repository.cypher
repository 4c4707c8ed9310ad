// A repository and its lines are seen by nobody from now on, in no snapshot; what was never ingested is left alone.
// mode: write
// params: repo
// returns: repo
// room: publish
CYPHER 25
MATCH (r:Registration)
WHERE r.repo = $p.repo OR r.repo STARTS WITH $p.repo + '@'
SET r.closed_at = coalesce(r.closed_at, toString(datetime()))
RETURN r.repo AS repo
