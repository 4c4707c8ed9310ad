// From who publishes to a topic to who consumes it, in whatever repository: put its name below.
// mode: read
// params: -
// returns: crossing
// room: browse
CYPHER 25
WITH 'orders.refunded' AS name
MATCH crossing = (:Method|Class)-[:PUBLISHES]->(sent:Topic {name: name})-[:MATCHES]->(:Topic)<-[:CONSUMES]-(:Method|Class)
USING INDEX SEEK sent:Topic(name)
RETURN crossing
LIMIT 300
