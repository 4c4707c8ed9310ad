// Vectors of some versions, as float32, if their slot is still their model's (else nothing is written).
// mode: write
// params: slot, property, model, dimension, prefix_mode, rows
// returns: stored
// room: publish
CYPHER 25
MATCH (s:VectorSlot {slot: $p.slot})
// The lock comes first: a switch of models waits, or has happened and is seen.
SET s.written_at = datetime()
WITH s
WHERE s.state <> 'closing' AND s.model = $p.model AND s.dimension = $p.dimension AND s.prefix_mode = $p.prefix_mode
UNWIND $p.rows AS row
OPTIONAL MATCH (a:Artifact {vid: row.vid})
CALL (a, row) {
  WITH a, row WHERE a IS NOT NULL
  CALL db.create.setNodeVectorProperty(a, $p.property, row.vector)
  SET a.embedding_key = row.key
}
RETURN count(*) AS stored
