// What a candidate broke, among the versions that it brought or closed: artifacts that nothing defines, edges left open at closed versions, artifacts that stand twice.
// mode: read
// params: seq, limit
// returns: looked, orphans, dangling, doubled, examples
// room: publish
CYPHER 25
CALL () {
  MATCH (a:Artifact)
  USING INDEX SEEK a:Artifact(valid_from)
  WHERE a.valid_from = $p.seq AND a.valid_to = 999999999
  WITH a LIMIT $p.limit
  WITH a, a.kind <> 'Repository' AND NOT EXISTS {
    MATCH (a)<-[d:DEFINES|NEXT]-(owner)
    WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND d.valid_to IS NULL AND owner.valid_to = 999999999
  } AS orphan,
  COUNT { MATCH (b:Artifact {uid: a.uid}) USING INDEX SEEK b:Artifact(uid) WHERE b.valid_to = 999999999 } > 1 AS twice
  RETURN count(a) AS brought, collect(CASE WHEN orphan THEN a.uid END) AS alone,
    collect(CASE WHEN twice THEN a.uid END) AS again
}
CALL () {
  MATCH (old:Artifact)
  USING INDEX SEEK old:Artifact(valid_to)
  WHERE old.valid_to = $p.seq
  WITH old LIMIT $p.limit
  CALL (old) {
    MATCH (old)-[e]-(other:Artifact)
    WHERE e.valid_from IS NOT NULL AND e.valid_to IS NULL
    RETURN count(e) AS open
  }
  CALL (old) {
    MATCH (old)-[d:DEFINES|WAS|NEXT]->(child)
    WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND d.valid_to = $p.seq
      AND child.valid_to = 999999999 AND child.valid_from < $p.seq
      AND NOT EXISTS {
        MATCH (child)<-[n:DEFINES|NEXT]-(owner)
        WHERE coalesce(n.type, 'DEFINES') = 'DEFINES' AND n.valid_to IS NULL AND owner.valid_to = 999999999
      }
    RETURN collect(DISTINCT child.uid) AS left_alone
  }
  RETURN count(old) AS closed, sum(open) AS dangling,
    collect(CASE WHEN open > 0 THEN old.uid END) AS holders, collect(left_alone) AS children
}
WITH brought, closed, dangling, again, holders,
  reduce(all = alone, some IN children | all + some) AS orphaned
RETURN brought + closed AS looked, size(orphaned) AS orphans, dangling, size(again) AS doubled,
  orphaned[..3] + holders[..3] + again[..3] AS examples
