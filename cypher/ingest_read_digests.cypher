// The digest of each origin of a repository at a snapshot, in one row, since the driver takes long for each: an equal one needs no comparison.
// mode: read
// params: repository, seq
// returns: digests
// room: ingest
CYPHER 25
MATCH (r:Artifact {uid: $p.repository})-[e:DEFINES|WAS|NEXT]->(root)
USING INDEX SEEK r:Artifact(uid)
WHERE r.valid_from <= $p.seq AND r.valid_to > $p.seq
  AND root.valid_from <= $p.seq AND root.valid_to > $p.seq
  AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
  AND e.digest IS NOT NULL
RETURN collect([root.origin, e.digest]) AS digests
