// Publish: pointer, snapshot, its commits and the ingest reports, in one small transaction. No row when the base is no longer active.
// mode: write
// params: base, brought_at, trial_percent, trial_ms, commits, committed_at, fence, refs, reports, repos, seq
// returns: seq
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence AND l.candidate = $p.seq
MATCH (p:Pointer {name: 'active'}) WHERE p.seq = $p.base
MATCH (s:Snapshot {seq: $p.seq, state: 'candidate'})
// Who is no canary goes on with what was active, until the canaries' time is over; a publish in between
// neither begins it anew nor shows the others half of it.
WITH l, p, s, coalesce(p.trial_until, 0) > timestamp() AS running
SET p.trial_seq = CASE WHEN running THEN p.trial_seq ELSE p.seq END,
    p.trial_until = CASE
      WHEN $p.trial_percent >= 100 OR p.seq = 0 THEN 0
      WHEN running THEN p.trial_until
      ELSE timestamp() + $p.trial_ms END,
    p.trial_percent = $p.trial_percent,
    l.candidate = null,
    s.state = 'published', s.published_at = toString(datetime()),
    s.repos = $p.repos, s.refs = $p.refs, s.commits = $p.commits, s.committed_at = $p.committed_at,
    s.brought_at = [at IN $p.brought_at | CASE at WHEN '' THEN toString(datetime()) ELSE at END],
    p.low = CASE WHEN p.low < p.seq THEN p.low ELSE p.seq END,
    p.high = CASE WHEN p.high > s.seq THEN p.high ELSE s.seq END,
    p.seq = s.seq
FOREACH (report IN $p.reports |
  CREATE (w:Watermark)
  SET w = report, w.seq = s.seq)
RETURN p.seq AS seq
