// Wait until every index that is being built can be used.
// mode: read
// params: seconds
// returns: -
// room: schema
CYPHER 25
CALL db.awaitIndexes($p.seconds)
