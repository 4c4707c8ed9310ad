// Some origins are to be compared again at the next ingest, and some versions to be replaced: what is stored of them is not what was read.
// mode: write
// params: fence, origins, repo, repository, seq, vids
// returns: origins, versions
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  UNWIND $p.origins AS origin
  MATCH (root:Artifact {repo: $p.repo, origin: origin})
  USING INDEX SEEK root:Artifact(repo, origin)
  WHERE root.valid_from <= $p.seq AND root.valid_to > $p.seq
  MATCH (r)-[e:DEFINES|WAS|NEXT]->(root)
  WHERE r.uid = $p.repository AND e.digest IS NOT NULL
    AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
  SET e.digest = 'damaged'
  RETURN count(e) AS origins
}
CALL () {
  UNWIND $p.vids AS vid
  MATCH (a:Artifact {vid: vid})
  SET a.content_hash = 'damaged'
  RETURN count(a) AS versions
}
RETURN origins, versions
