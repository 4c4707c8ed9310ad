// A repository is registered once.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE CONSTRAINT registration_repo IF NOT EXISTS FOR (n:Registration) REQUIRE n.repo IS UNIQUE
