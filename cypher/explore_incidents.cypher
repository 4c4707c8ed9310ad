// Incident reports that speak of these artifacts, themselves or in a section.
// mode: read
// params: uids, scopes, seq, limit
// returns: uid, place, link, facts
// room: retrieve
CYPHER 25
UNWIND $p.uids AS uid
MATCH (m:Artifact {uid: uid})
USING INDEX SEEK m:Artifact(uid)
WHERE m.scope IN $p.scopes AND m.valid_from <= $p.seq AND m.valid_to > $p.seq
CALL (m) {
  MATCH (m)<-[e:DOCUMENTS|WAS|NEXT]-(section)
  WHERE coalesce(e.type, 'DOCUMENTS') = 'DOCUMENTS'
    AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
    AND section.scope IN $p.scopes AND section.valid_from <= $p.seq AND section.valid_to > $p.seq
    AND (section.kind = 'Postmortem' OR section.doc_type = 'postmortem')
  CALL (section) {
    WITH section WHERE section.kind = 'Postmortem'
    RETURN section AS report
    UNION ALL
    MATCH (section)<-[d:DEFINES|WAS|NEXT]-(report)
    WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND report.kind = 'Postmortem'
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND report.scope IN $p.scopes AND report.valid_from <= $p.seq AND report.valid_to > $p.seq
    RETURN report
  }
  WITH report, e ORDER BY e.confidence DESC, report.uid
  WITH report, collect({how: e.how, confidence: e.confidence})[0] AS link
  ORDER BY report.uid LIMIT $p.limit
  RETURN report, link
}
RETURN uid, report {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language
  } AS place, link, report {.severity, .started_at} AS facts
ORDER BY uid, place.uid
