// The vectors of slot a, there from the start: a statement that names a missing index cannot run.
// Another dimension replaces it (publish_create_vector_index_a). NONE's own expansion factor is 1.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE VECTOR INDEX artifact_vector_a IF NOT EXISTS FOR (a:Artifact) ON (a.embedding_a)
WITH [a.scope, a.valid_from, a.valid_to, a.kind]
OPTIONS {indexConfig: {
  `vector.dimensions`: 384,
  `vector.similarity_function`: 'cosine',
  `vector.quantization.type`: 'NONE',
  `vector.default_search_expansion_factor`: 6.0
}}
