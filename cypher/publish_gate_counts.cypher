// What the last ingest of a repository brought, as the base of a candidate holds it.
// mode: read
// params: repo, base
// returns: nodes, edges
// room: publish
CYPHER 25
MATCH (w:Watermark)
WHERE w.repo = $p.repo AND w.seq <= $p.base
RETURN w.nodes AS nodes, w.edges AS edges
ORDER BY w.seq DESC LIMIT 1
