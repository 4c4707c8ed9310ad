// What the docs say about a class, method or configuration key: put its name below.
// mode: read
// params: -
// returns: mention
// room: browse
CYPHER 25
WITH 'refund' AS name
MATCH mention = (:Class|Method|Config {name: name})<-[:DOCUMENTS]-(:Doc|Postmortem)
RETURN mention
LIMIT 300
