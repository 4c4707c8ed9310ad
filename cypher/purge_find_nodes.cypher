// Every node, of any version, with a property that holds a text; with what it stands in.
// mode: read
// params: text
// returns: id, labels, properties, owner
// room: purge
CYPHER 25
MATCH (n)
WHERE any(k IN keys(n) WHERE
  CASE
    WHEN n[k] IS :: STRING NOT NULL THEN n[k] CONTAINS $p.text
    WHEN n[k] IS :: LIST<STRING NOT NULL> NOT NULL THEN any(x IN n[k] WHERE x CONTAINS $p.text)
    ELSE false
  END)
RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties,
  head(COLLECT { MATCH (n)<-[e:DEFINES|WAS|NEXT]-(o:Artifact)
    WHERE coalesce(e.type, 'DEFINES') = 'DEFINES' AND o.kind <> 'Repository'
    RETURN {kind: o.kind, name: o.name, uid: o.uid} }) AS owner
