// Register a repository once: its key and scope are fixed then; url and ref are those of the last ingest.
// mode: write
// params: fence, ref, repo, url
// returns: repo, scope, known_url, closed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () { // not at the top: an aggregate of no rows is one row, and who lost the lease would go on
  OPTIONAL MATCH (other:Registration)
  RETURN coalesce(max(other.scope_number), 0) + 1 AS next
}
MERGE (r:Registration {repo: $p.repo})
ON CREATE SET
  r.scope_number = next,
  r.scope = 's' + substring('00000' + toString(next), size(toString(next))),
  r.created_at = toString(datetime()),
  r.url = $p.url
WITH r, r.url AS known_url
SET r.ref = $p.ref
RETURN r.repo AS repo, r.scope AS scope, known_url, r.closed_at IS NOT NULL AS closed
