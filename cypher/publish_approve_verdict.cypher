// A person has approved the verdict of a snapshot.
// mode: write
// params: fence, seq, tier, who
// returns: seq
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MATCH (v:Verdict {seq: $p.seq, tier: $p.tier})
SET v.approved_by = $p.who
RETURN v.seq AS seq
