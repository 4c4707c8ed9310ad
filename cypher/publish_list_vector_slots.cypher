// The vector slots in use, and the model of each.
// mode: read
// params: -
// returns: slot, model, dimension, similarity, prefix_mode, state
// room: publish
CYPHER 25
MATCH (s:VectorSlot)
RETURN s.slot AS slot, s.model AS model, s.dimension AS dimension, s.similarity AS similarity,
       s.prefix_mode AS prefix_mode, s.state AS state
ORDER BY slot
