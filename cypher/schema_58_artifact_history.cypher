// Full text of what past commits said, and the scope and validity that every search must ask for.
// mode: schema
// params: -
// returns: -
// room: schema
CYPHER 25
CREATE FULLTEXT INDEX artifact_history IF NOT EXISTS FOR (a:Artifact)
ON EACH [a.history_text, a.scope, a.vf, a.vt]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
