// Remember which migrations ran.
// mode: write
// params: rows
// returns: -
// room: schema
CYPHER 25
UNWIND $p.rows AS row
MERGE (m:Migration {name: row.name})
ON CREATE SET m.checksum = row.checksum, m.at = toString(datetime())
