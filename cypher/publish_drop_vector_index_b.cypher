// Take the index of slot b away, to make it anew for another dimension.
// mode: schema
// params: -
// returns: -
// room: publish
CYPHER 25
DROP INDEX artifact_vector_b IF EXISTS
