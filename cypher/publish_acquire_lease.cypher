// Take the lease when it is free, expired, or held by `evict` (the fence of a holder that is known dead).
// mode: write
// params: evict, holder, host, pid, started, ttl_ms
// returns: acquired, fence, holder, host, pid, started
// room: publish
CYPHER 25
MERGE (l:Lease {name: 'graph'})
ON CREATE SET l.fence = 0, l.expires_at = 0
SET l.checked = 0 // takes the lock: who waited here reads what the other wrote
WITH l, l.expires_at <= timestamp() OR l.fence = $p.evict AS free
FOREACH (_ IN CASE WHEN free THEN [1] ELSE [] END |
  SET l.fence = l.fence + 1, l.candidate = null,
      l.holder = $p.holder, l.host = $p.host, l.pid = $p.pid, l.started = $p.started,
      l.expires_at = timestamp() + $p.ttl_ms)
RETURN free AS acquired, l.fence AS fence, l.holder AS holder, l.host AS host, l.pid AS pid, l.started AS started
