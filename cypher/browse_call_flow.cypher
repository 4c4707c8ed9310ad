// The call flow of a method, four steps deep, on to what overrides a called method: put its name below.
// mode: read
// params: -
// returns: flow
// room: browse
// A step is a call, or the way from a declared method to one that may run for it. A name that many
// methods share, or a hub, gives more than Neo4j Browser can draw: LIMIT keeps it alive.
CYPHER 25
WITH 'refund' AS name
MATCH flow = (start:Method {name: name}) ((a:Method)-[step:CALLS|OVERRIDES]-(b:Method)
  WHERE (type(step) = 'CALLS' AND startNode(step) = a) OR (type(step) = 'OVERRIDES' AND endNode(step) = a)
){1,4} (:Method)
USING INDEX SEEK start:Method(name)
RETURN flow
LIMIT 300
