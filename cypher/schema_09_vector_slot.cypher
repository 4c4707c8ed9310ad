// One record a vector slot: two workers cannot open the same one for two models.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE CONSTRAINT vector_slot IF NOT EXISTS FOR (n:VectorSlot) REQUIRE n.slot IS UNIQUE
