// Members of a class (or functions of a module) by both names.
// mode: read
// params: owners, names, kinds, repos, scopes, seq, limit
// returns: place
// room: retrieve
// By the class first: a common method name (`get`) is on thousands of nodes, its class is on few.
CYPHER 25
UNWIND range(0, size($p.names) - 1) AS i
MATCH (owner:Artifact {name: $p.owners[i]})
USING INDEX SEEK owner:Artifact(name)
WHERE owner.kind = 'Class'
  AND owner.scope IN $p.scopes AND owner.valid_from <= $p.seq AND owner.valid_to > $p.seq
MATCH (owner)-[d:DEFINES|WAS|NEXT]->(a)
WHERE [a.name] = [$p.names[i]] AND coalesce(d.type, 'DEFINES') = 'DEFINES'
  AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
  AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  AND (size($p.kinds) = 0 OR a.kind IN $p.kinds)
  AND (size($p.repos) = 0 OR a.repo IN $p.repos)
WITH DISTINCT a
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
