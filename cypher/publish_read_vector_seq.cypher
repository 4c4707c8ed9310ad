// The active snapshot: what the worker fills, looked at every second.
// mode: read
// params: -
// returns: seq
// room: publish
CYPHER 25
MATCH (p:Pointer {name: 'active'})
RETURN p.seq AS seq
