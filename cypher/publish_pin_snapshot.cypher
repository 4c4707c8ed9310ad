// Keep a published snapshot under a name. No row when it is not kept any more, or has or would have a second name.
// mode: write
// params: name, seq
// returns: seq
// room: publish
// The pointer's lock keeps a rollback from going past it meanwhile; the snapshot's own, from being retired.
CYPHER 25
MATCH (p:Pointer {name: 'active'})
SET p.checked = 0
WITH p
MATCH (s:Snapshot {seq: $p.seq})
SET s.checked = 0
WITH p, s
WHERE s.state = 'published' AND s.seq <= p.seq AND coalesce(s.pinned, $p.name) = $p.name
  AND NOT EXISTS { MATCH (x:Snapshot {pinned: $p.name}) WHERE x.seq <> s.seq }
SET s.pinned = $p.name
RETURN s.seq AS seq
