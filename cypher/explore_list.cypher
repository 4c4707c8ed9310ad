// Artifacts of one kind, by uid, a page at a time.
// mode: read
// params: kind, prefix, after, scopes, seq, limit
// returns: place
// room: retrieve
// Walks the uid index in order and stops at `limit`; `prefix` is `<repo>:` or empty.
CYPHER 25
MATCH (a:Artifact)
USING INDEX SEEK a:Artifact(uid)
WHERE a.uid > $p.after AND a.uid STARTS WITH $p.prefix
  AND a.kind = $p.kind
  AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
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
  RETURN d.start_line AS start_line, d.end_line AS end_line, d.open_sites AS open_sites
  LIMIT 1
}
RETURN a {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language,
    start_line: start_line, end_line: end_line
  } AS place
ORDER BY place.uid
