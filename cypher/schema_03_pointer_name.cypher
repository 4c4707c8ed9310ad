// One pointer says which snapshot is active.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE CONSTRAINT pointer_name IF NOT EXISTS FOR (n:Pointer) REQUIRE n.name IS UNIQUE
