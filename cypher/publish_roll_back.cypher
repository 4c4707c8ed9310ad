// Move the pointer back to an earlier published snapshot, past no pin.
// mode: write
// params: fence, seq
// returns: seq
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MATCH (p:Pointer {name: 'active'})
SET p.checked = $p.fence // a pin takes this lock too
WITH p
MATCH (s:Snapshot {seq: $p.seq, state: 'published'})
WHERE s.seq < p.seq
  AND NOT EXISTS { MATCH (x:Snapshot) WHERE x.seq > s.seq AND x.seq <= p.seq AND x.pinned IS NOT NULL }
SET p.low = CASE WHEN p.low < s.seq THEN p.low ELSE s.seq END,
    p.high = CASE WHEN p.high > p.seq THEN p.high ELSE p.seq END,
    p.seq = s.seq, p.moved_back_at = timestamp(), p.trial_until = 0
RETURN p.seq AS seq
