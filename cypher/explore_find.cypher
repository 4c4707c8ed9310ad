// Artifacts by the last part of their name; the caller narrows by the whole name.
// mode: read
// params: names, kinds, repos, scopes, seq, limit
// returns: place
// room: retrieve
CYPHER 25
UNWIND $p.names AS name
MATCH (a:Artifact {name: name})
USING INDEX SEEK a:Artifact(name)
WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  AND (size($p.kinds) = 0 OR a.kind IN $p.kinds)
  AND (size($p.repos) = 0 OR a.repo IN $p.repos)
WITH a
ORDER BY a.uid LIMIT $p.limit
OPTIONAL CALL (a) {
  CALL (a) {
    MATCH (a)<-[d:DEFINES]-(holder)
    WHERE d.start_line IS NOT NULL
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND holder.scope IN $p.scopes AND holder.valid_from <= $p.seq AND holder.valid_to > $p.seq
    RETURN d
    UNION ALL
    MATCH (a)<-[d:WAS|NEXT]-(holder)
    WHERE d.type = 'DEFINES' AND d.start_line IS NOT NULL
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND holder.scope IN $p.scopes AND holder.valid_from <= $p.seq AND holder.valid_to > $p.seq
    RETURN d
  }
  RETURN d.start_line AS start_line, d.end_line AS end_line, d.open_sites AS open_sites
  LIMIT 1
}
RETURN a {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language,
    start_line: start_line, end_line: end_line
  } AS place
ORDER BY place.uid
