// Make the slot that was built the active one, and the one before it closing, in one step.
// mode: write
// params: slot, model
// returns: slot, state
// room: publish
CYPHER 25
MATCH (built:VectorSlot {slot: $p.slot, model: $p.model})
WHERE built.state <> 'closing'
MATCH (s:VectorSlot)
WITH s, CASE WHEN s = built THEN 'active' ELSE 'closing' END AS state
SET s.state = state
RETURN s.slot AS slot, state
