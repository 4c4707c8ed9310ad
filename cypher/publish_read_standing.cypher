// What a repository stands at in a snapshot: its commit, and what its ingest was told. No row when it is not in it.
// mode: read
// params: repo, seq
// returns: ref, commit, settings, url
// room: publish
CYPHER 25
MATCH (s:Snapshot {seq: $p.seq})
UNWIND range(0, size(s.repos) - 1) AS place
WITH s, place WHERE s.repos[place] = $p.repo
OPTIONAL MATCH (r:Registration {repo: $p.repo})
CALL (s) {
  MATCH (w:Watermark {repo: $p.repo})
  WHERE w.seq <= s.seq
  RETURN w.settings AS settings
  ORDER BY w.seq DESC
  LIMIT 1
}
RETURN s.refs[place] AS ref, s.commits[place] AS commit, coalesce(settings, '') AS settings, r.url AS url
