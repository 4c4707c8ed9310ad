// A new snapshot number and its candidate, which starts from the active snapshot.
// mode: write
// params: fence
// returns: seq, base
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
MERGE (p:Pointer {name: 'active'})
ON CREATE SET p.seq = 0, p.followed = 0, p.low = 0, p.high = 0
MERGE (c:Counter {name: 'seq'})
ON CREATE SET c.value = 0
SET c.value = c.value + 1
CREATE (s:Snapshot {seq: c.value, state: 'candidate', base: p.seq, created_at: toString(datetime())})
SET l.candidate = s.seq
WITH s, p
OPTIONAL MATCH (b:Snapshot {seq: p.seq})
SET s.repos = coalesce(b.repos, []), s.refs = coalesce(b.refs, []),
    s.commits = coalesce(b.commits, []), s.committed_at = coalesce(b.committed_at, []),
    s.brought_at = coalesce(b.brought_at, [repo IN coalesce(b.repos, []) | coalesce(b.published_at, '')])
RETURN s.seq AS seq, s.base AS base
