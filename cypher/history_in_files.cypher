// What stands in some files of a repository, with its lines.
// mode: read
// params: repo, paths, scopes, seq
// returns: path, uid, file, start_line, end_line
// room: history
CYPHER 25
MATCH (holder:Artifact)
USING INDEX SEEK holder:Artifact(repo, origin)
WHERE holder.repo = $p.repo AND holder.origin IN $p.paths
  AND holder.scope IN $p.scopes AND holder.valid_from <= $p.seq AND holder.valid_to > $p.seq
OPTIONAL MATCH (holder)-[d:DEFINES|WAS|NEXT]->(a)
WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND d.start_line IS NOT NULL
  AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
  AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
WITH holder, a, d
WHERE a IS NOT NULL OR holder.kind = 'File'
RETURN holder.origin AS path, coalesce(a.uid, holder.uid) AS uid, holder.kind = 'File' AND a IS NULL AS file,
  coalesce(d.start_line, 0) AS start_line, coalesce(d.end_line, 0) AS end_line
ORDER BY path, uid, start_line
