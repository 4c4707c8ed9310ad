// What a request needs before anything else: the snapshot it reads, and who may see which repository.
// `wanted` 0 asks for the active snapshot, or, while it is shown to canaries alone, for the one before; a `pin` that is not empty, for the one of that name.
// mode: read
// params: bucket, pin, wanted
// returns: active, seq, state, created_at, published_at, repos, refs, commits, committed_at, brought_at, registrations
// room: retrieve
// One statement instead of three: every request pays for it.
CYPHER 25
OPTIONAL MATCH (pointer:Pointer {name: 'active'})
WITH coalesce(pointer.seq, 0) AS active, CASE
  WHEN coalesce(pointer.trial_until, 0) > timestamp() AND $p.bucket >= pointer.trial_percent
    THEN pointer.trial_seq
  ELSE coalesce(pointer.seq, 0) END AS shown
WITH active, CASE
  WHEN $p.pin <> '' THEN head(COLLECT { MATCH (x:Snapshot {pinned: $p.pin}) RETURN x.seq })
  WHEN $p.wanted = 0 THEN shown
  ELSE $p.wanted END AS seq
OPTIONAL MATCH (s:Snapshot {seq: seq})
CALL () {
  OPTIONAL MATCH (r:Registration)
  WHERE r.closed_at IS NULL // gone at its host, or taken from us: nobody sees it from that moment on
  RETURN [row IN collect(r {.repo, .scope}) WHERE row.repo IS NOT NULL] AS registrations
}
RETURN active, seq, s.state AS state, s.created_at AS created_at, s.published_at AS published_at,
  coalesce(s.repos, []) AS repos, coalesce(s.refs, []) AS refs, coalesce(s.commits, []) AS commits,
  coalesce(s.committed_at, []) AS committed_at,
  coalesce(s.brought_at, [repo IN coalesce(s.repos, []) | '']) AS brought_at, registrations
