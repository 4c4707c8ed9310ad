// Kind labels only on versions of the active snapshot: put right what changed between `low` and `high`, a batch at a time.
// mode: write
// params: fence, high, limit, low, seq
// returns: changed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  CALL () {
    MATCH (a:Artifact)
    USING INDEX SEEK a:Artifact(valid_from)
    WHERE a.valid_from > $p.low AND a.valid_from <= $p.high
    RETURN a
    UNION
    MATCH (a:Artifact)
    USING INDEX SEEK a:Artifact(valid_to)
    WHERE a.valid_to > $p.low AND a.valid_to <= $p.high
    RETURN a
  }
  WITH a, a.valid_from <= $p.seq AND a.valid_to > $p.seq AS holds
  WHERE holds <> (size(labels(a)) > 1)
  WITH a, holds LIMIT $p.limit
  CALL (a, holds) {
    WITH a, holds WHERE holds
    SET a:$(a.kind)
  }
  CALL (a, holds) {
    WITH a, holds WHERE NOT holds
    REMOVE a:$(a.kind)
  }
  RETURN count(*) AS changed
}
RETURN changed
