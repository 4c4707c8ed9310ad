// What the docs say about a class or method, and where: put its name in the first line.
// mode: read
// params: -
// returns: mention
// room: browse
CYPHER 25
WITH 'RefundService' AS name
MATCH mention = (:Doc|Postmortem)-[:DOCUMENTS]->(:Class|Method|Config {name: name})
RETURN mention
LIMIT 300
