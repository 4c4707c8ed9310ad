// A repository is found at another URL now; its key and its scope stay.
// mode: write
// params: fence, repo, url
// returns: repo
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MATCH (r:Registration {repo: $p.repo})
SET r.url = $p.url
RETURN r.repo AS repo
