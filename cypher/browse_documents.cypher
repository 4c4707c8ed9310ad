// What the docs say about a class, method or configuration key: put its name below.
// mode: read
// params: -
// returns: mention
// room: browse
CYPHER 25
WITH 'refund' AS name
MATCH mention = (target:Artifact {name: name})<-[:DOCUMENTS]-(:Doc|Postmortem)
USING INDEX SEEK target:Artifact(name)
WHERE target:Class|Method|Config
RETURN mention
LIMIT 300
