// Where visible artifacts stand, every line of theirs, and which commit of which repository that is.
// mode: read
// params: uids, scopes, seq
// returns: uid, kind, name, repo, path, spans, url, commit
// room: history
CYPHER 25
MATCH (s:Snapshot {seq: $p.seq})
UNWIND $p.uids AS uid
MATCH (a:Artifact {uid: uid})
USING INDEX SEEK a:Artifact(uid)
WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
MATCH (r:Registration {repo: a.repo})
RETURN uid, a.kind AS kind, a.name AS name, a.repo AS repo, coalesce(a.path, '') AS path,
  COLLECT {
    MATCH (a)<-[d:DEFINES|WAS|NEXT]-(f)
    WHERE coalesce(d.type, 'DEFINES') = 'DEFINES' AND d.start_line IS NOT NULL
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND f.scope IN $p.scopes AND f.valid_from <= $p.seq AND f.valid_to > $p.seq
    RETURN [f.path, d.start_line, d.end_line] ORDER BY f.path } AS spans,
  r.url AS url, head([at IN range(0, size(s.repos) - 1) WHERE s.repos[at] = a.repo | s.commits[at]]) AS commit
ORDER BY uid
