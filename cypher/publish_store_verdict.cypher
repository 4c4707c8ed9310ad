// Keep the figures of a tier of gates on its snapshot.
// mode: write
// params: fence, seq, tier, names, states, values, bounds, notes, seconds, forced
// returns: seq
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MERGE (v:Verdict {seq: $p.seq, tier: $p.tier})
SET v.names = $p.names, v.states = $p.states, v.values = $p.values, v.bounds = $p.bounds, v.notes = $p.notes,
    v.seconds = $p.seconds, v.forced = $p.forced, v.at = toString(datetime())
RETURN v.seq AS seq
