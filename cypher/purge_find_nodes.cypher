// Every node, of any version, with a property that holds a text.
// mode: read
// params: text
// returns: id, labels, properties
// room: purge
CYPHER 25
MATCH (n)
WHERE any(k IN keys(n) WHERE
  CASE
    WHEN n[k] IS :: STRING NOT NULL THEN n[k] CONTAINS $p.text
    WHEN n[k] IS :: LIST<STRING NOT NULL> NOT NULL THEN any(x IN n[k] WHERE x CONTAINS $p.text)
    ELSE false
  END)
RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties
