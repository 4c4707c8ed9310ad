// How many visible artifacts could have a history, and how many have it.
// mode: read
// params: scopes, recipe, seq
// returns: covered, wanted
// room: history
CYPHER 25
MATCH (a:Artifact)
WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  AND (a.kind IN ['File', 'Method', 'Class', 'Doc', 'Postmortem', 'Statement'] OR a.form = 'key')
RETURN count(a) AS wanted, count(CASE WHEN a.history_key = $p.recipe THEN 1 END) AS covered
