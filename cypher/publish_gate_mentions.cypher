// How many names in documents a candidate made dead: they lead nowhere now, and did not say so before.
// mode: read
// params: seq, limit
// returns: dead, examples
// room: publish
CYPHER 25
CALL () {
  MATCH (f:Artifact)
  USING INDEX SEEK f:Artifact(valid_from)
  WHERE f.valid_from = $p.seq AND f.valid_to = 999999999
  RETURN f LIMIT $p.limit
  UNION
  MATCH (f:Artifact)
  USING INDEX SEEK f:Artifact(touched)
  WHERE f.touched = $p.seq AND f.valid_to = 999999999
  RETURN f LIMIT $p.limit
}
MATCH (f)-[d:DEFINES|NEXT]->(doc)
WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND d.valid_from = $p.seq AND d.valid_to IS NULL
  AND doc.kind IN ['Doc', 'Postmortem'] AND d.open_sites IS NOT NULL
WITH doc, [site IN d.open_sites WHERE site CONTAINS ' unknown '] AS sites
WHERE size(sites) > 0
CALL (doc) {
  MATCH (was:Artifact {uid: doc.uid})
  USING INDEX SEEK was:Artifact(uid)
  MATCH (was)<-[d:DEFINES|WAS|NEXT]-()
  WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND d.valid_from < $p.seq AND d.valid_to = $p.seq
  WITH coalesce(d.open_sites, []) AS before
  RETURN reduce(n = 0, site IN before | n + CASE WHEN site CONTAINS ' unknown ' THEN 1 ELSE 0 END) AS known
  ORDER BY known DESC LIMIT 1
  UNION ALL
  RETURN 0 AS known
}
WITH doc, sites, max(known) AS known
WITH doc, CASE WHEN size(sites) > known THEN size(sites) - known ELSE 0 END AS dead
RETURN sum(dead) AS dead, collect(CASE WHEN dead > 0 THEN doc.uid END)[..3] AS examples
