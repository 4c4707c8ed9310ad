// Reopen versions that abandoned snapshots closed, with the edges that ended with them, a batch at a time.
// mode: write
// params: above, fence, limit
// returns: changed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  MATCH (a:Artifact)
  USING INDEX SEEK a:Artifact(valid_to)
  WHERE a.valid_to > $p.above AND a.valid_to < 999999999
  WITH a LIMIT $p.limit
  SET a.valid_to = 999999999, a.vt = '999999999'
  WITH collect(a) AS versions
  CALL (versions) {
    UNWIND versions AS a
    MATCH (a)-[e]-() WHERE e.valid_to > $p.above
    REMOVE e.valid_to
  }
  RETURN size(versions) AS changed
}
RETURN changed
