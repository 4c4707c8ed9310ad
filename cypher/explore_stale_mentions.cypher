// What documents name that is not there (any more), by document and place in it, a page at a time.
// mode: read
// params: repos, after, scopes, seq, limit
// returns: place, site, key
// room: retrieve
// A site is `line:column reason name` with a line relative to the section; `key` is the order and the page's key.
CYPHER 25
MATCH (r:Registration)
WHERE r.scope IN $p.scopes AND (size($p.repos) = 0 OR r.repo IN $p.repos)
MATCH (a:Artifact)
USING INDEX SEEK a:Artifact(uid)
WHERE a.uid STARTS WITH r.repo + ':doc:'
  AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
CALL (a) {
  CALL (a) {
    MATCH (a)<-[d:DEFINES]-(holder)
    WHERE d.open_sites IS NOT NULL
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND holder.scope IN $p.scopes AND holder.valid_from <= $p.seq AND holder.valid_to > $p.seq
    RETURN d
    UNION ALL
    MATCH (a)<-[d:WAS|NEXT]-(holder)
    WHERE d.type = 'DEFINES' AND d.open_sites IS NOT NULL
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND holder.scope IN $p.scopes AND holder.valid_from <= $p.seq AND holder.valid_to > $p.seq
    RETURN d
  }
  RETURN d.start_line AS start_line, d.end_line AS end_line, d.open_sites AS sites
  LIMIT 1
}
UNWIND range(0, size(sites) - 1) AS number
WITH a, start_line, end_line, sites[number] AS site, a.uid + ' ' + right('0000' + toString(number), 4) AS key
WHERE key > $p.after
WITH a, start_line, end_line, site, key ORDER BY key LIMIT $p.limit
RETURN a {
    .uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language,
    start_line: start_line, end_line: end_line
  } AS place, site, key
ORDER BY key
