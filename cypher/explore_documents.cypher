// Documents that describe these artifacts.
// mode: read
// params: uids, scopes, seq, after, limit
// returns: uid, place, link
// room: retrieve
CYPHER 25
UNWIND $p.uids AS uid
MATCH (m:Artifact {uid: uid})
USING INDEX SEEK m:Artifact(uid)
WHERE m.scope IN $p.scopes AND m.valid_from <= $p.seq AND m.valid_to > $p.seq
CALL (m) {
  MATCH (m)<-[e:DOCUMENTS|WAS|NEXT]-(a)
  WHERE coalesce(e.type, 'DOCUMENTS') = 'DOCUMENTS'
    AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
    AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
    AND a.uid > $p.after
  WITH a, e ORDER BY a.uid LIMIT $p.limit
  RETURN a, {how: e.how, confidence: e.confidence, sites: e.sites,
    target_changed_since: m.changed_at > a.changed_at} AS link
}
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
RETURN uid, a {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language,
    start_line: start_line, end_line: end_line
  } AS place, link
ORDER BY uid, place.uid
