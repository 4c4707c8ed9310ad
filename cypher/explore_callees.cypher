// What these methods call, with the methods that override or implement a called one.
// mode: read
// params: uids, scopes, seq, after, limit
// returns: uid, place, call
// room: retrieve
// A call is tied to the declared method; what may run is that method or one that overrides it:
// `through` is then the uid of the declared method, empty for what is called directly.
CYPHER 25
UNWIND $p.uids AS uid
MATCH (m:Artifact {uid: uid})
USING INDEX SEEK m:Artifact(uid)
WHERE m.scope IN $p.scopes AND m.valid_from <= $p.seq AND m.valid_to > $p.seq
CALL (m) {
  MATCH (m)-[e:CALLS|WAS|NEXT]->(declared)
  WHERE coalesce(e.type, 'CALLS') = 'CALLS'
    AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
    AND declared.scope IN $p.scopes AND declared.valid_from <= $p.seq AND declared.valid_to > $p.seq
  MATCH (declared) (
    (y)<-[o:OVERRIDES|IMPLEMENTS|WAS|NEXT
      WHERE coalesce(o.type, 'OVERRIDES') IN ['OVERRIDES', 'IMPLEMENTS']
        AND o.valid_from <= $p.seq AND coalesce(o.valid_to, 999999999) > $p.seq]-
    (x WHERE x.scope IN $p.scopes AND x.valid_from <= $p.seq AND x.valid_to > $p.seq)
  ){0,4} (a)
  WITH DISTINCT e, declared, a
  WHERE a.uid > $p.after
  WITH a, e, CASE WHEN declared = a THEN '' ELSE declared.uid END AS through
  ORDER BY a.uid, through
  WITH a, collect({through: through, how: e.how, confidence: e.confidence, sites: e.sites})[0] AS call
  ORDER BY a.uid LIMIT $p.limit
  RETURN a, call
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
  } AS place, call
ORDER BY uid, place.uid
