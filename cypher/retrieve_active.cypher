// The active snapshot.
// mode: read
// params: -
// returns: seq
// room: retrieve
// The pointer is the truth; every read of a request uses this one seq.
CYPHER 25
MATCH (p:Pointer {name: 'active'})
RETURN p.seq AS seq
