// Which snapshot is active, and how far labels and WAS have followed, and the last number that was given to a snapshot.
// mode: read
// params: -
// returns: seq, followed, low, high, issued, since_rollback_ms
// room: publish
CYPHER 25
MATCH (p:Pointer {name: 'active'})
OPTIONAL MATCH (c:Counter {name: 'seq'})
RETURN p.seq AS seq, p.followed AS followed, p.low AS low, p.high AS high,
       coalesce(c.value, 0) AS issued,
       timestamp() - coalesce(p.moved_back_at, 0) AS since_rollback_ms
