// The settings that the classes of these methods are made with: read by the class or by what makes its objects.
// mode: read
// params: uids, scopes, seq, limit
// returns: uid, place, link
// room: retrieve
// A method that uses a field does not read the setting itself: its constructor did.
CYPHER 25
UNWIND $p.uids AS uid
MATCH (m:Artifact {uid: uid})
USING INDEX SEEK m:Artifact(uid)
WHERE m.kind = 'Method' AND m.scope IN $p.scopes AND m.valid_from <= $p.seq AND m.valid_to > $p.seq
CALL (m) {
  MATCH (m)<-[d:DEFINES|WAS|NEXT]-(class)
  WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND class.kind = 'Class' AND coalesce(class.form, '') <> 'module'
    AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
    AND class.scope IN $p.scopes AND class.valid_from <= $p.seq AND class.valid_to > $p.seq
  CALL (class) {
    RETURN class AS reader
    UNION ALL
    MATCH (class)-[i:DEFINES|WAS|NEXT]->(reader)
    WHERE coalesce(i.type, 'DEFINES') = 'DEFINES' AND reader.form IN ['constructor', 'initializer']
      AND i.valid_from <= $p.seq AND coalesce(i.valid_to, 999999999) > $p.seq
      AND reader.scope IN $p.scopes AND reader.valid_from <= $p.seq AND reader.valid_to > $p.seq
    RETURN reader
  }
  MATCH (reader)-[e:READS|WAS|NEXT]->(a)
  WHERE coalesce(e.type, 'READS') = 'READS' AND reader <> m
    AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
    AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  WITH a, e, reader ORDER BY a.uid, reader.uid LIMIT $p.limit
  RETURN a, {edge: 'READS', reader: reader.uid, how: e.how, confidence: e.confidence, sites: e.sites} AS link
}
RETURN uid, a {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language
  } AS place, link
ORDER BY uid, place.uid
