// Take the derived history off versions whose past commits spoke of some terms: it is filled in again.
// mode: write
// params: terms
// returns: forgotten
// room: purge
CYPHER 25
MATCH (a:Artifact)
WHERE a.history_text IS NOT NULL AND all(term IN $p.terms WHERE a.history_text CONTAINS term)
REMOVE a.history_text, a.history_key
RETURN count(a) AS forgotten
