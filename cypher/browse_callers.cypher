// Who calls a method, two steps back: put its name in the first line.
// mode: read
// params: -
// returns: flow
// room: browse
CYPHER 25
WITH 'fee' AS name
MATCH flow = (:Method) ((:Method)-[:CALLS]->(:Method)){1,2} (:Method {name: name})
RETURN flow
LIMIT 300
