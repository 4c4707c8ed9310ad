// The vector indexes and how each was made.
// mode: read
// params: -
// returns: name, config
// room: publish
CYPHER 25
SHOW VECTOR INDEXES YIELD name, options
RETURN name, options.indexConfig AS config
