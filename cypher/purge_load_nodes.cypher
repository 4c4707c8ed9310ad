// Nodes as they were dumped, into an empty store; their new ids in the order of the rows.
// mode: write
// params: rows
// returns: ids
// room: purge
CYPHER 25
CALL () {
  UNWIND $p.rows AS row
  CREATE (n:$(row.labels))
  SET n = row.properties
  RETURN collect(elementId(n)) AS ids
}
RETURN ids
