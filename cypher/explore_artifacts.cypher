// Artifacts by uid, as they are in a snapshot: place and content.
// mode: read
// params: uids, details, scopes, seq
// returns: place, content, owner_uid
// room: retrieve
// A uid that is missing, not valid at seq or out of scope gives no row: the three are one answer.
CYPHER 25
UNWIND $p.uids AS uid
MATCH (a:Artifact {uid: uid})
USING INDEX SEEK a:Artifact(uid)
WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
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
