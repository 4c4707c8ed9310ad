// The repositories of a snapshot: where each comes from, and the commit it stands at.
// mode: read
// params: seq
// returns: repo, url, commit
// room: history
CYPHER 25
MATCH (s:Snapshot {seq: $p.seq})
UNWIND range(0, size(s.repos) - 1) AS at
MATCH (r:Registration {repo: s.repos[at]})
RETURN r.repo AS repo, r.url AS url, s.commits[at] AS commit
ORDER BY repo
