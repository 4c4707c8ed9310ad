// Take the index of slot a away, to make it anew for another dimension.
// mode: schema
// params: -
// returns: -
// room: publish
CYPHER 25
DROP INDEX artifact_vector_a IF EXISTS
