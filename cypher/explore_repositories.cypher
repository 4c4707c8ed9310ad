// Repositories of a snapshot, with the commit that each is at.
// mode: read
// params: scopes, seq
// returns: uid, repo, url, ref, commit, committed_at
// room: retrieve
CYPHER 25
MATCH (r:Registration)
WHERE r.scope IN $p.scopes
MATCH (a:Artifact {uid: r.repo + ':repository'})
USING INDEX SEEK a:Artifact(uid)
WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
MATCH (s:Snapshot {seq: $p.seq})
WITH r, a, s, [i IN range(0, size(s.repos) - 1) WHERE s.repos[i] = r.repo][0] AS i
RETURN a.uid AS uid, r.repo AS repo, r.url AS url,
  coalesce(s.refs[i], r.ref) AS ref, coalesce(s.commits[i], '') AS commit,
  coalesce(s.committed_at[i], '') AS committed_at
ORDER BY repo
