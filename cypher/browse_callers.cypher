// Who calls a method, three steps back, also through a method that it overrides: put its name below.
// mode: read
// params: -
// returns: flow
// room: browse
CYPHER 25
WITH 'fee' AS name
MATCH flow = (start:Method {name: name}) ((a:Method)-[step:CALLS|OVERRIDES]-(b:Method|Class)
  WHERE (type(step) = 'CALLS' AND endNode(step) = a) OR (type(step) = 'OVERRIDES' AND startNode(step) = a)
){1,3} (:Method|Class)
USING INDEX SEEK start:Method(name)
RETURN flow
LIMIT 300
