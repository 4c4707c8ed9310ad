// The end of a vacuum between two kept snapshots: those retired in between go, with their verdicts and the reports that no kept one needs.
// mode: write
// params: fence, high, low, seqs
// returns: changed
// room: publish
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence
CALL () {
  MATCH (w:Watermark) WHERE w.seq > $p.low AND w.seq <= $p.high
    AND EXISTS { MATCH (n:Watermark {repo: w.repo}) WHERE n.seq > w.seq AND n.seq <= $p.high }
  DELETE w
  RETURN count(*) AS reports
}
CALL () {
  MATCH (s:Snapshot)
  WHERE (s.seq IN $p.seqs AND s.state = 'retired')
    OR (s.seq > $p.low AND s.seq < $p.high AND s.state = 'abandoned')
  DELETE s
  RETURN count(*) AS snapshots
}
CALL () {
  MATCH (v:Verdict)
  WHERE v.seq > $p.low AND v.seq < $p.high AND NOT EXISTS { MATCH (:Snapshot {seq: v.seq}) }
  DELETE v
}
RETURN reports + snapshots AS changed
