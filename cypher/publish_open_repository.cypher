// A repository that was closed is seen again, and so are its lines.
// mode: write
// params: repo
// returns: repo
// room: publish
CYPHER 25
MATCH (r:Registration)
WHERE r.repo = $p.repo OR r.repo STARTS WITH $p.repo + '@'
REMOVE r.closed_at
RETURN r.repo AS repo
