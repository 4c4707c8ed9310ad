// How many visible artifacts could carry a vector, and how many do in the active slot.
// mode: read
// params: scopes, seq
// returns: embeddable, embedded
// room: retrieve
CYPHER 25
OPTIONAL MATCH (slot:VectorSlot {state: 'active'})
WITH max(slot.slot) AS slot
MATCH (a:Artifact)
WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  AND a.kind IN ['Method', 'Class', 'Doc', 'Config', 'Postmortem']
  AND NOT (a.kind = 'Method' AND coalesce(a.complexity, 0) = 0)
  AND NOT (a.kind = 'Config' AND coalesce(a.form, '') <> 'key')
RETURN count(a) AS embeddable,
  count(CASE WHEN slot = 'a' AND a.embedding_a IS NOT NULL OR slot = 'b' AND a.embedding_b IS NOT NULL THEN 1 END)
  AS embedded
