// Incident reports that speak of something, themselves or in a section: put its name below.
// mode: read
// params: -
// returns: mention
// room: browse
CYPHER 25
WITH 'refund' AS name
MATCH mention = (target:Artifact {name: name})<-[:DOCUMENTS]-(section:Doc|Postmortem) (()<-[:DEFINES]-(:Postmortem)){0,1} (report:Postmortem)
USING INDEX SEEK target:Artifact(name)
WHERE target:Class|Method|Config|Table|Topic|Endpoint|File
RETURN mention
LIMIT 300
