// Which snapshot is active, and how far labels and WAS have followed.
// mode: read
// params: -
// returns: seq, followed, low, high, since_rollback_ms
// room: publish
CYPHER 25
MATCH (p:Pointer {name: 'active'})
RETURN p.seq AS seq, p.followed AS followed, p.low AS low, p.high AS high,
       timestamp() - coalesce(p.moved_back_at, 0) AS since_rollback_ms
