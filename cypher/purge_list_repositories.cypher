// Every repository and line that was ever registered, and where it comes from.
// mode: read
// params: -
// returns: repo, url
// room: purge
CYPHER 25
MATCH (r:Registration)
RETURN r.repo AS repo, r.url AS url
ORDER BY repo
