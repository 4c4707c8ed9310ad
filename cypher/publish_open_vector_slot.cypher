// Take a free slot for a model; a slot that somebody else took first stays theirs.
// mode: write
// params: slot, model, dimension, similarity, prefix_mode, state
// returns: slot, model, dimension, similarity, prefix_mode, state
// room: publish
CYPHER 25
MERGE (s:VectorSlot {slot: $p.slot})
ON CREATE SET s.model = $p.model, s.dimension = $p.dimension, s.similarity = $p.similarity,
              s.prefix_mode = $p.prefix_mode, s.state = $p.state
RETURN s.slot AS slot, s.model AS model, s.dimension AS dimension, s.similarity AS similarity,
       s.prefix_mode AS prefix_mode, s.state AS state
