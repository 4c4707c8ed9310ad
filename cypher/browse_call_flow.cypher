// The call flow of a method, three steps deep: put its name in the first line.
// mode: read
// params: -
// returns: flow
// room: browse
CYPHER 25
WITH 'refund' AS name
MATCH flow = (:Method {name: name}) ((:Method)-[:CALLS]->(:Method)){1,3} (:Method)
RETURN flow
LIMIT 300
