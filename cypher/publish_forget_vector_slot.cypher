// An emptied slot is free again.
// mode: write
// params: slot
// returns: -
// room: publish
CYPHER 25
MATCH (s:VectorSlot {slot: $p.slot, state: 'closing'})
DELETE s
