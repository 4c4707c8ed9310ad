// Give the lease back; no row when it was lost before.
// mode: write
// params: fence
// returns: fence
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
SET l.expires_at = 0
RETURN l.fence AS fence
