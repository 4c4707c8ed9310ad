// What these artifacts lead to by edges of some types, by uid.
// mode: read
// params: uids, edge_types, details, scopes, seq, after, limit
// returns: uid, place, link
// room: retrieve
// Two artifacts may be joined by edges of several types: `key` (uid and type) is the order and the page's key.
CYPHER 25
UNWIND $p.uids AS uid
MATCH (m:Artifact {uid: uid})
USING INDEX SEEK m:Artifact(uid)
WHERE m.scope IN $p.scopes AND m.valid_from <= $p.seq AND m.valid_to > $p.seq
CALL (m) {
  MATCH (m)-[e]->(a)
  WHERE coalesce(e.type, type(e)) IN $p.edge_types
    AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
    AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  WITH a, e, coalesce(e.type, type(e)) AS edge
  WITH a, e, edge, a.uid + ' ' + edge AS key
  WHERE key > $p.after
  WITH a, e, edge, key ORDER BY key LIMIT $p.limit
  RETURN a, {edge: edge, key: key, how: e.how, confidence: e.confidence, sites: e.sites,
    details: [name IN keys(e) WHERE name IN $p.details | [name, e[name]]]} AS link
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
ORDER BY uid, link.key
