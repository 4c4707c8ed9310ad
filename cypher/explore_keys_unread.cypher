// Configuration keys that are set and that nothing reads, by uid, a page at a time.
// mode: read
// params: prefix, after, frameworks, scopes, seq, limit
// returns: place, values
// room: retrieve
// `frameworks` are beginnings of keys that a framework reads itself: nothing in a repository shows it.
CYPHER 25
MATCH (a:Artifact)
USING INDEX SEEK a:Artifact(uid)
WHERE a.uid > $p.after AND a.uid STARTS WITH $p.prefix
  AND a.kind = 'Config' AND a.form = 'key'
  AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  AND a.values IS NOT NULL
  AND none(begin IN $p.frameworks WHERE a.name STARTS WITH begin)
  AND NOT EXISTS {
    MATCH (a)<-[e:READS|WAS|NEXT]-(reader)
    WHERE coalesce(e.type, 'READS') = 'READS'
      AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
      AND reader.scope IN $p.scopes AND reader.valid_from <= $p.seq AND reader.valid_to > $p.seq
  }
WITH a ORDER BY a.uid LIMIT $p.limit
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
  RETURN d.start_line AS start_line, d.end_line AS end_line
  LIMIT 1
}
RETURN a {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language,
    start_line: start_line, end_line: end_line
  } AS place, coalesce(a.values, []) AS values
ORDER BY place.uid
