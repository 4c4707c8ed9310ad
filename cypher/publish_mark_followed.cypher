// Labels and types agree with the active snapshot. No row when it moved meanwhile.
// mode: write
// params: fence, seq
// returns: seq
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MATCH (p:Pointer {name: 'active', seq: $p.seq})
SET p.followed = p.seq, p.low = p.seq, p.high = p.seq
RETURN p.seq AS seq
