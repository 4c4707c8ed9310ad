// Labels and types of every snapshot are to follow the pointer once more.
// mode: write
// params: fence
// returns: seq
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MATCH (p:Pointer {name: 'active'})
OPTIONAL MATCH (c:Counter {name: 'seq'})
SET p.low = 0, p.high = coalesce(c.value, p.seq)
RETURN p.seq AS seq
