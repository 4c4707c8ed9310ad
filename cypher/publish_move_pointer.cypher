// Publish: pointer, snapshot, its commits and the ingest reports, in one small transaction. No row when the base is no longer active.
// mode: write
// params: base, commits, committed_at, fence, refs, reports, repos, seq
// returns: seq
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence AND l.candidate = $p.seq
MATCH (p:Pointer {name: 'active'}) WHERE p.seq = $p.base
MATCH (s:Snapshot {seq: $p.seq, state: 'candidate'})
SET l.candidate = null,
    s.state = 'published', s.published_at = toString(datetime()),
    s.repos = $p.repos, s.refs = $p.refs, s.commits = $p.commits, s.committed_at = $p.committed_at,
    p.low = CASE WHEN p.low < p.seq THEN p.low ELSE p.seq END,
    p.high = CASE WHEN p.high > s.seq THEN p.high ELSE s.seq END,
    p.seq = s.seq
FOREACH (report IN $p.reports |
  CREATE (w:Watermark)
  SET w = report, w.seq = s.seq)
RETURN p.seq AS seq
