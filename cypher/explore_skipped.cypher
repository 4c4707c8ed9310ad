// Paths that an ingest left out, with the reason of each, by repository.
// mode: read
// params: repos, scopes, seq
// returns: repo, skipped
// room: retrieve
CYPHER 25
MATCH (r:Registration)
WHERE r.scope IN $p.scopes AND (size($p.repos) = 0 OR r.repo IN $p.repos)
CALL (r) {
  MATCH (w:Watermark {repo: r.repo})
  WHERE w.seq <= $p.seq
  RETURN w.skipped AS skipped
  ORDER BY w.seq DESC
  LIMIT 1
}
RETURN r.repo AS repo, coalesce(skipped, []) AS skipped
ORDER BY repo
