// Every snapshot that is known, newest first, with the commit of each repository.
// mode: read
// params: -
// returns: seq, state, base, active, created_at, published_at, age_seconds, retired_seconds, shown, pinned, repos, refs, commits, committed_at, brought_at
// room: publish
CYPHER 25
OPTIONAL MATCH (p:Pointer {name: 'active'})
MATCH (s:Snapshot)
RETURN s.seq AS seq, s.state AS state, s.base AS base, s.seq = coalesce(p.seq, 0) AS active,
       s.created_at AS created_at, coalesce(s.published_at, '') AS published_at,
       duration.inSeconds(datetime(coalesce(s.published_at, s.created_at)), datetime()).seconds AS age_seconds,
       (timestamp() - coalesce(s.retired_at, timestamp())) / 1000 AS retired_seconds, coalesce(s.pinned, '') AS pinned,
       s.seq = coalesce(p.trial_seq, 0) AND coalesce(p.trial_until, 0) > timestamp() AS shown,
       s.repos AS repos, s.refs AS refs, s.commits AS commits, s.committed_at AS committed_at,
       coalesce(s.brought_at, [repo IN s.repos | '']) AS brought_at
ORDER BY seq DESC
