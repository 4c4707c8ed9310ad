// The migrations that ran here.
// mode: read
// params: -
// returns: name, checksum, at
// room: schema
CYPHER 25
MATCH (m:Migration)
RETURN m.name AS name, m.checksum AS checksum, m.at AS at
ORDER BY name
