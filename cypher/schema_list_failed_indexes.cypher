// Indexes that could not be built, and why.
// mode: read
// params: -
// returns: name, reason
// room: schema
CYPHER 25
SHOW INDEXES YIELD name, state, failureMessage
WHERE state = 'FAILED'
RETURN name, failureMessage AS reason
ORDER BY name
