// Move the pointer back to an earlier published snapshot.
// mode: write
// params: fence, seq
// returns: seq
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MATCH (p:Pointer {name: 'active'})
MATCH (s:Snapshot {seq: $p.seq, state: 'published'}) WHERE s.seq < p.seq
SET p.low = CASE WHEN p.low < s.seq THEN p.low ELSE s.seq END,
    p.high = CASE WHEN p.high > p.seq THEN p.high ELSE p.seq END,
    p.seq = s.seq, p.moved_back_at = timestamp()
RETURN p.seq AS seq
