// The sides of contracts of some shapes as a candidate has them, each with what it matches.
// mode: read
// params: shapes
// returns: uid, vid, repo, side, key, system, host, matches
// room: publish
CYPHER 25
MATCH (a:Artifact)
USING INDEX SEEK a:Artifact(shape)
WHERE a.shape IN $p.shapes AND a.valid_to = 999999999
RETURN a.uid AS uid, a.vid AS vid, a.repo AS repo, a.side AS side, a.key AS key,
  coalesce(a.protocol, a.system, '') AS system, coalesce(a.host, '') AS host,
  COLLECT { MATCH (a)-[e:MATCHES|NEXT]->(b)
    WHERE coalesce(e.type, 'MATCHES') = 'MATCHES' AND e.valid_to IS NULL AND b.valid_to = 999999999
    RETURN [b.uid, b.vid, e.how, e.confidence] } AS matches
