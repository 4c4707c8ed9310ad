// Remember that a migration ran.
// mode: write
// params: name, checksum
// returns: -
// room: schema
CYPHER 25
MERGE (m:Migration {name: $p.name})
ON CREATE SET m.checksum = $p.checksum, m.at = toString(datetime())
