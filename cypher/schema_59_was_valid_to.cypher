// Edges that ended, by when: the vacuum and the difference of two snapshots read them by it.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE INDEX was_valid_to IF NOT EXISTS FOR ()-[e:WAS]-() ON (e.valid_to)
