// Artifacts of one kind with their content, by uid, a page at a time.
// mode: read
// params: details, kind, prefix, after, scopes, seq, limit
// returns: place, content, owner_uid
// room: retrieve
// As explore_list, for readers who want the content too: one statement instead of two.
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
OPTIONAL CALL (a) {
  MATCH (a)<-[d:DEFINES|WAS|NEXT]-(owner)
  WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND owner.kind IN ['Class', 'Config', 'Repository', 'Method']
    AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
    AND owner.scope IN $p.scopes AND owner.valid_from <= $p.seq AND owner.valid_to > $p.seq
  RETURN owner.uid AS owner_uid
  ORDER BY owner_uid LIMIT 1
}
RETURN
  a {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language,
    start_line: start_line, end_line: end_line
  } AS place,
  a {
    .package, .modifiers, .annotations, .doc_comment, .text, .call_sites, .imports, .complexity, .lines,
    .entry, .doc_type, .values, .encoding, .problems, .service, .owner_team,
    .changed_at, .changed_in, .changes, open_sites: open_sites,
    details: [name IN keys(a) WHERE name IN $p.details | [name, a[name]]]
  } AS content,
  coalesce(owner_uid, '') AS owner_uid
ORDER BY place.uid
