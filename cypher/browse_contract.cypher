// From who sends a request to the code that answers it, in whatever repository: put the request below.
// mode: read
// params: -
// returns: crossing
// room: browse
CYPHER 25
WITH 'GET /refund-fees/{order}' AS name
MATCH crossing = (:Method|Class)-[:REQUESTS]->(asked:Endpoint {name: name})-[:MATCHES]->(:Endpoint)<-[:SERVES]-(:Method|Class)
USING INDEX SEEK asked:Endpoint(name)
RETURN crossing
LIMIT 300
