// Note by which rules the versions of a repository have their service and owner.
// mode: write
// params: digest, fence, repo
// returns: repo
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MATCH (r:Registration {repo: $p.repo})
SET r.ownership = $p.digest
RETURN r.repo AS repo
