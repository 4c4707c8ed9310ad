// Versions of a repository in a snapshot whose history is not filled yet, each with its lines in every file that defines it.
// mode: read
// params: recipe, repo, seq
// returns: vid, kind, path, spans
// room: history
// A File has no lines: all of it is meant. `f` has no label, so that no plan can start there.
CYPHER 25
MATCH (a:Artifact)
USING INDEX SEEK a:Artifact(repo, origin)
WHERE a.repo = $p.repo AND a.origin IS NOT NULL
  AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
  AND coalesce(a.history_key, '') <> $p.recipe
WITH a, COLLECT {
  MATCH (a)<-[d:DEFINES|WAS|NEXT]-(f)
  WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND d.start_line IS NOT NULL
    AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
    AND f.valid_from <= $p.seq AND f.valid_to > $p.seq
  RETURN [f.path, d.start_line, d.end_line] } AS spans
WHERE a.kind = 'File' OR size(spans) > 0
RETURN a.vid AS vid, a.kind AS kind, coalesce(a.path, '') AS path, spans
