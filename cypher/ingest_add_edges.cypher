// Write edges of a candidate by uid: real at once where an end is new, NEXT where both ends are already published.
// mode: write
// params: fence, rows, seq
// returns: changed
// room: ingest
CYPHER 25
MATCH (l:Lease {name: 'graph'})
SET l.checked = $p.fence // takes the lock: who waited here reads what the other wrote
WITH l WHERE l.fence = $p.fence AND l.candidate = $p.seq
CALL () {
  UNWIND $p.rows AS r
  MATCH (a:Artifact {uid: r.source}) USING INDEX SEEK a:Artifact(uid) WHERE a.valid_to = 999999999
  UNWIND r.edges AS row
  MATCH (b:Artifact {uid: row[0]}) USING INDEX SEEK b:Artifact(uid) WHERE b.valid_to = 999999999
  WITH a, b, row, a.valid_from < $p.seq AND b.valid_from < $p.seq AS waits
  CREATE (a)-[e:$(CASE WHEN waits THEN 'NEXT' ELSE row[1] END)]->(b)
  SET e = row[2],
      e.type = CASE WHEN waits THEN row[1] END,
      a.touched = CASE WHEN waits THEN $p.seq ELSE a.touched END
  RETURN count(*) AS changed
}
RETURN changed
