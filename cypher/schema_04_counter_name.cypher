// One counter gives snapshot numbers.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE CONSTRAINT counter_name IF NOT EXISTS FOR (n:Counter) REQUIRE n.name IS UNIQUE
