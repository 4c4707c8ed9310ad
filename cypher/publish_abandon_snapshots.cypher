// Mark snapshots above a number as abandoned: what they wrote is truncated.
// mode: write
// params: above, fence
// returns: abandoned
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
SET l.candidate = null // a batch still on its way is refused from here on
WITH l
CALL () {
  MATCH (w:Watermark) WHERE w.seq > $p.above
  DELETE w
}
CALL () {
  MATCH (s:Snapshot) WHERE s.seq > $p.above AND s.state <> 'abandoned'
  SET s.state = 'abandoned'
  RETURN count(s) AS abandoned
}
RETURN abandoned
