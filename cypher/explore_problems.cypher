// Files with something that could not be read, by uid, a page at a time.
// mode: read
// params: repos, after, scopes, seq, limit
// returns: place, problems
// room: retrieve
CYPHER 25
MATCH (r:Registration)
WHERE r.scope IN $p.scopes AND (size($p.repos) = 0 OR r.repo IN $p.repos)
MATCH (repository:Artifact {uid: r.repo + ':repository'})
USING INDEX SEEK repository:Artifact(uid)
WHERE repository.scope IN $p.scopes AND repository.valid_from <= $p.seq AND repository.valid_to > $p.seq
MATCH (repository)-[d:DEFINES|WAS|NEXT]->(a)
WHERE a.problems IS NOT NULL AND coalesce(d.type, 'DEFINES') = 'DEFINES'
  AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
  AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  AND a.uid > $p.after
WITH DISTINCT a ORDER BY a.uid LIMIT $p.limit
RETURN a {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language
  } AS place, a.problems AS problems
ORDER BY place.uid
