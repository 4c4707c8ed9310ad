// One lease for the whole graph: two writers cannot both make it.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE CONSTRAINT lease_name IF NOT EXISTS FOR (n:Lease) REQUIRE n.name IS UNIQUE
