// The verdicts of some snapshots, the newest snapshot first.
// mode: read
// params: seqs
// returns: seq, tier, names, states, values, bounds, notes, seconds, forced, at, approved_by
// room: retrieve
CYPHER 25
MATCH (v:Verdict)
WHERE v.seq IN $p.seqs
RETURN v.seq AS seq, v.tier AS tier, v.names AS names, v.states AS states, v.values AS values,
  v.bounds AS bounds, v.notes AS notes, v.seconds AS seconds, v.forced AS forced, v.at AS at,
  coalesce(v.approved_by, '') AS approved_by
ORDER BY seq DESC, tier
