// A snapshot number is used once.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE CONSTRAINT snapshot_seq IF NOT EXISTS FOR (n:Snapshot) REQUIRE n.seq IS UNIQUE
