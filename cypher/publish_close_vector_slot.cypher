// Nothing more is written to a slot: it is being emptied.
// mode: write
// params: slot
// returns: slot
// room: publish
CYPHER 25
MATCH (s:VectorSlot {slot: $p.slot})
SET s.state = 'closing'
RETURN s.slot AS slot
