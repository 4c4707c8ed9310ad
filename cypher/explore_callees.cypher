// What these methods call, with the methods that override or implement a called one.
// mode: read
// params: uids, scopes, seq, after, limit
// returns: uid, place, call
// room: retrieve
// A call is tied to the declared method; what may run is that method or one that overrides it: `through` is then
// the uid of the declared method, empty for what is called directly. `among` is how many methods may run for the
// declared one, `injected` how a container puts the callee's class into the asked method's, where it does.
// A method without code of its own (of an interface) leads to what overrides it.
CYPHER 25
UNWIND $p.uids AS uid
MATCH (m:Artifact {uid: uid})
USING INDEX SEEK m:Artifact(uid)
WHERE m.scope IN $p.scopes AND m.valid_from <= $p.seq AND m.valid_to > $p.seq
CALL (m) {
  CALL (m) {
    MATCH (m)-[e:CALLS|WAS|NEXT]->(declared)
    WHERE coalesce(e.type, 'CALLS') = 'CALLS'
      AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
      AND declared.scope IN $p.scopes AND declared.valid_from <= $p.seq AND declared.valid_to > $p.seq
    RETURN e, declared
    UNION ALL
    WITH m WHERE m.kind = 'Method' AND coalesce(m.complexity, 0) = 0 AND NOT coalesce(m.text, '') CONTAINS '{'
    RETURN null AS e, m AS declared
  }
  CALL (declared) {
    MATCH (declared) (
      (y)<-[o:OVERRIDES|IMPLEMENTS|WAS|NEXT
        WHERE coalesce(o.type, 'OVERRIDES') IN ['OVERRIDES', 'IMPLEMENTS']
          AND o.valid_from <= $p.seq AND coalesce(o.valid_to, 999999999) > $p.seq]-
      (x WHERE x.scope IN $p.scopes AND x.valid_from <= $p.seq AND x.valid_to > $p.seq)
    ){1,4} (other)
    WITH DISTINCT other
    RETURN collect(other) AS others
  }
  WITH m, e, declared, others,
    size(others) + CASE WHEN coalesce(declared.complexity, 0) > 0 OR declared.text CONTAINS '{' THEN 1 ELSE 0 END AS among
  UNWIND CASE WHEN e IS NULL THEN others ELSE [declared] + others END AS a
  WITH m, a, e, among, CASE WHEN declared = a THEN '' ELSE declared.uid END AS through
  WHERE a.uid > $p.after
  ORDER BY a.uid, through
  WITH m, a, collect({through: through, how: e.how, confidence: e.confidence, sites: e.sites, among: among})[0] AS call
  ORDER BY a.uid LIMIT $p.limit
  CALL (m, a, call) {
    MATCH (a)<-[d:DEFINES|WAS|NEXT]-(given)
    WHERE call.through <> '' AND coalesce(d.type, 'DEFINES') = 'DEFINES'
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND given.scope IN $p.scopes AND given.valid_from <= $p.seq AND given.valid_to > $p.seq
    WITH m, collect(given) AS owners
    MATCH (m)<-[h:DEFINES|WAS|NEXT]-(holder)
    WHERE coalesce(h.type, 'DEFINES') = 'DEFINES'
      AND h.valid_from <= $p.seq AND coalesce(h.valid_to, 999999999) > $p.seq
      AND holder.scope IN $p.scopes AND holder.valid_from <= $p.seq AND holder.valid_to > $p.seq
    MATCH (holder)-[i:INJECTS|WAS|NEXT]->(bean)
    WHERE bean IN owners AND coalesce(i.type, 'INJECTS') = 'INJECTS'
      AND i.valid_from <= $p.seq AND coalesce(i.valid_to, 999999999) > $p.seq
      AND bean.scope IN $p.scopes AND bean.valid_from <= $p.seq AND bean.valid_to > $p.seq
    WITH i ORDER BY i.confidence DESC
    RETURN collect({how: i.how, confidence: i.confidence})[0] AS injected
  }
  RETURN a, call {.*, injected: injected} AS call
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
