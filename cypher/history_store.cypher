// The history of some versions, and the commit that made each.
// mode: write
// params: commits, repo, rows
// returns: stored
// room: history
// A Commit is no artifact: only what leads to it is searched and shown, so it is seen where its version is.
CYPHER 25
UNWIND $p.commits AS commit
MERGE (c:Commit {repo: $p.repo, sha: commit.sha})
SET c += commit
WITH count(*) AS commits
UNWIND $p.rows AS row
OPTIONAL MATCH (a:Artifact {vid: row.vid})
CALL (a, row) {
  WITH a, row WHERE a IS NOT NULL
  SET a += row.properties
  WITH a, row WHERE row.sha <> ''
  MATCH (c:Commit {repo: $p.repo, sha: row.sha})
  MERGE (a)-[:CHANGED_IN]->(c)
}
RETURN count(a) AS stored
