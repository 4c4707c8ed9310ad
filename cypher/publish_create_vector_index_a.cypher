// The index of slot a for another dimension; in one transaction with its drop.
// mode: schema
// params: config
// returns: -
// room: publish
CYPHER 25
CREATE VECTOR INDEX artifact_vector_a IF NOT EXISTS FOR (a:Artifact) ON (a.embedding_a)
WITH [a.scope, a.valid_from, a.valid_to, a.kind]
OPTIONS {indexConfig: $p.config}
