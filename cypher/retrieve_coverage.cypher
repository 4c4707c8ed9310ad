// How many visible artifacts could carry a vector, and how many do.
// mode: read
// params: scopes, seq
// returns: embeddable, embedded
// room: retrieve
CYPHER 25
MATCH (a:Artifact)
WHERE a.valid_from > 0
  AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  AND a.kind IN ['Method', 'Class', 'Doc', 'Config', 'Postmortem', 'Table', 'Statement', 'Endpoint', 'Topic']
OPTIONAL MATCH (slot:VectorSlot {state: 'active'})
RETURN count(a) AS embeddable, count(CASE slot.slot WHEN 'a' THEN a.embedding_a WHEN 'b' THEN a.embedding_b END) AS embedded
