// The artifacts that two snapshots hold differently, by uid, a page at a time: `before` is the earlier one.
// mode: read
// params: after, before, limit, scopes, seq
// returns: uid, change, place
// room: retrieve
// Two index seeks over what began or ended in between: the cost is the difference, not the graph.
CYPHER 25
CALL () {
  MATCH (n:Artifact)
  USING INDEX SEEK n:Artifact(valid_from)
  WHERE n.valid_from > $p.before AND n.valid_from <= $p.seq AND n.valid_to > $p.seq
    AND n.uid > $p.after AND n.scope IN $p.scopes
  RETURN n AS a, true AS now
  UNION ALL
  MATCH (o:Artifact)
  USING INDEX SEEK o:Artifact(valid_to)
  WHERE o.valid_to > $p.before AND o.valid_to <= $p.seq AND o.valid_from <= $p.before
    AND o.uid > $p.after AND o.scope IN $p.scopes
  RETURN o AS a, false AS now
}
WITH a.uid AS uid, collect(CASE WHEN now THEN a END)[0] AS new, collect(CASE WHEN NOT now THEN a END)[0] AS old
WHERE new IS NULL OR old IS NULL OR new.content_hash <> old.content_hash
WITH uid, coalesce(new, old) AS a,
  CASE WHEN old IS NULL THEN 'added' WHEN new IS NULL THEN 'removed' ELSE 'changed' END AS change
ORDER BY uid LIMIT $p.limit
RETURN uid, change,
  a {.uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language} AS place
ORDER BY uid
