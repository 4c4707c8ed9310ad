// Snapshots that fell out of the window are read no more; one that was pinned meanwhile stays.
// mode: write
// params: fence, seqs
// returns: retired
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  MATCH (s:Snapshot) WHERE s.seq IN $p.seqs
  SET s.checked = 0 // takes its lock: a pin does so too
  WITH s WHERE s.state = 'published' AND s.pinned IS NULL
  SET s.state = 'retired', s.retired_at = timestamp()
  RETURN count(s) AS retired
}
RETURN retired
