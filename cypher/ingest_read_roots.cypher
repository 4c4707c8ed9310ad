// The edges with digests that lead from the repository to the roots of some origins.
// mode: read
// params: origins, repo, repository, seq
// returns: source, source_vid, target, target_vid, digest
// room: ingest
CYPHER 25
MATCH (r:Artifact {uid: $p.repository})
USING INDEX SEEK r:Artifact(uid)
WHERE r.valid_from <= $p.seq AND r.valid_to > $p.seq
UNWIND $p.origins AS origin
MATCH (root:Artifact {repo: $p.repo, origin: origin})
USING INDEX SEEK root:Artifact(repo, origin)
WHERE root.valid_from <= $p.seq AND root.valid_to > $p.seq
MATCH (r)-[e:DEFINES|WAS|NEXT]->(root)
WHERE e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq AND e.digest IS NOT NULL
RETURN r.uid AS source, r.vid AS source_vid, root.uid AS target, root.vid AS target_vid, e.digest AS digest
