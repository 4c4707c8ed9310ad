// Keep the lease for another while; no row when it is lost.
// mode: write
// params: fence, ttl_ms
// returns: fence
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
SET l.expires_at = timestamp() + $p.ttl_ms
RETURN l.fence AS fence
