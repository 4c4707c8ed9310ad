// Published snapshots, newest first, with the commits of the visible repositories.
// mode: read
// params: scopes, before, limit
// returns: seq, state, active, created_at, published_at, watermarks, pinned
// room: retrieve
CYPHER 25
MATCH (active:Pointer {name: 'active'})
MATCH (s:Snapshot)
WHERE s.seq < $p.before AND s.state = 'published'
  AND s.seq <= active.seq // what was rolled past is on its way out
WITH active, s ORDER BY s.seq DESC LIMIT $p.limit
CALL (s) {
  UNWIND range(0, size(coalesce(s.repos, [])) - 1) AS i
  MATCH (r:Registration {repo: s.repos[i]})
  WHERE r.scope IN $p.scopes
  RETURN collect({
    repo: r.repo, ref: s.refs[i], commit: s.commits[i], committed_at: s.committed_at[i],
    published_at: coalesce(s.brought_at[i], '')
  }) AS watermarks
}
RETURN s.seq AS seq, s.state AS state, active.seq = s.seq AS active,
  coalesce(s.created_at, '') AS created_at, coalesce(s.published_at, '') AS published_at, watermarks,
  CASE WHEN EXISTS { // `REPO@TAG`: that a repository exists is told to who may see it
    MATCH (r:Registration {repo: split(coalesce(s.pinned, ''), '@')[0]}) WHERE NOT r.scope IN $p.scopes
  } THEN '' ELSE coalesce(s.pinned, '') END AS pinned
ORDER BY seq DESC
