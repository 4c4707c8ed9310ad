// Artifacts by what past commits that touched them said.
// mode: read
// params: text, pool, scopes, seq, limit
// returns: place, changed_at, changed_in, changes
// room: history
// Scope and validity are in the text of the query, and checked again for every row; ties by uid.
CYPHER 25
MATCH (a:Artifact)
  SEARCH a IN (FULLTEXT INDEX artifact_history FOR $p.text LIMIT $p.pool) SCORE AS score
WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
WITH a, score ORDER BY score DESC, a.uid LIMIT $p.limit
OPTIONAL CALL (a) {
  MATCH (a)<-[d:DEFINES|WAS|NEXT]-(holder)
  WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND d.start_line IS NOT NULL
    AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
    AND holder.scope IN $p.scopes AND holder.valid_from <= $p.seq AND holder.valid_to > $p.seq
  RETURN d.start_line AS start_line, d.end_line AS end_line
  LIMIT 1
}
RETURN a {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language,
    start_line: start_line, end_line: end_line
  } AS place, a.changed_at AS changed_at, a.changed_in AS changed_in, a.changes AS changes
ORDER BY score DESC, place.uid
