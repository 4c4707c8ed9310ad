// Every edge, of any version, with a property that holds a text.
// mode: read
// params: text
// returns: id, properties
// room: purge
CYPHER 25
MATCH (a)-[e]->(b)
WHERE any(k IN keys(e) WHERE
  CASE
    WHEN e[k] IS :: STRING NOT NULL THEN e[k] CONTAINS $p.text
    WHEN e[k] IS :: LIST<STRING NOT NULL> NOT NULL THEN any(x IN e[k] WHERE x CONTAINS $p.text)
    ELSE false
  END)
RETURN elementId(e) AS id, properties(e) AS properties
