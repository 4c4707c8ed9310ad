// Take the name of a pinned snapshot away; no row when none has it.
// mode: write
// params: name
// returns: seq
// room: publish
CYPHER 25
MATCH (s:Snapshot {pinned: $p.name})
SET s.pinned = null
RETURN s.seq AS seq
