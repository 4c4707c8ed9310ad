// The edges that only one of two snapshots holds, by source, type and target, a page at a time: `before` is the earlier one.
// mode: read
// params: after, before, limit, scopes, seq, types
// returns: key, source, edge, target, how, confidence, added
// room: retrieve
// What began or ended in between hangs on versions that did, or on sources that carry `touched`. An edge that
// was led on to a new version of its end is in both, so it does not count.
CYPHER 25
CALL () {
  MATCH (n:Artifact)
  USING INDEX SEEK n:Artifact(valid_from)
  WHERE n.valid_from > $p.before AND n.valid_from <= $p.seq AND n.valid_to > $p.seq AND n.scope IN $p.scopes
  MATCH (n)-[e]-()
  RETURN e
  UNION
  MATCH (o:Artifact)
  USING INDEX SEEK o:Artifact(valid_to)
  WHERE o.valid_to > $p.before AND o.valid_to <= $p.seq AND o.valid_from <= $p.before AND o.scope IN $p.scopes
  MATCH (o)-[e]-()
  RETURN e
  UNION
  MATCH (a:Artifact)
  USING INDEX SEEK a:Artifact(touched)
  WHERE a.touched > $p.before AND a.valid_to > $p.before AND a.valid_from <= $p.seq AND a.scope IN $p.scopes
  MATCH (a)-[e]->()
  WHERE (e.valid_from > $p.before AND e.valid_from <= $p.seq) OR (e.valid_to > $p.before AND e.valid_to <= $p.seq)
  RETURN e
}
WITH e, startNode(e) AS s, endNode(e) AS t, coalesce(e.type, type(e)) AS edge
WHERE s.scope IN $p.scopes AND t.scope IN $p.scopes AND (size($p.types) = 0 OR edge IN $p.types)
WITH e, s, t, edge,
  e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
    AND s.valid_from <= $p.seq AND s.valid_to > $p.seq
    AND t.valid_from <= $p.seq AND t.valid_to > $p.seq AS now,
  e.valid_from <= $p.before AND coalesce(e.valid_to, 999999999) > $p.before
    AND s.valid_from <= $p.before AND s.valid_to > $p.before
    AND t.valid_from <= $p.before AND t.valid_to > $p.before AS then
WHERE now OR then
WITH s.uid AS source, edge, t.uid AS target, true IN collect(now) AS now, true IN collect(then) AS then,
  collect([e.how, e.confidence])[0] AS known
WHERE now <> then
WITH source + '\n' + edge + '\n' + target AS key, source, edge, target, known, now
WHERE key > $p.after
RETURN key, source, edge, target, known[0] AS how, known[1] AS confidence, now AS added
ORDER BY key LIMIT $p.limit
