// Candidates for a question: vector, full text and symbols by reciprocal rank, then the graph around the best.
// mode: read
// params: vector, model, prefix_mode, dense, text, sparse, owners, names, symbol, scan, kinds, repos, languages, scopes, seq, seeds, reach, edge_types, shown, neighbours, text_characters, word_characters
// returns: candidates
// room: retrieve
// An index name is no parameter: the active slot chooses one of two, and only for the model that made the vector.
// `text` is Lucene text that holds scope and validity; the same is checked here again, on every node and edge.
// `owners[n]` is the class of the symbol `names[n]`, or empty; a list around a name keeps the planner from starting
// at the members of a class by a name that thousands share. The far end of a hop has no label, or an index on
// valid_from may become the start of it. Every LIMIT sits inside its hop, so a hub is cheap.
// What a seed reaches comes from a pruning expansion, which keeps no paths; the edges on the way are looked up after it,
// from one bound end at a time: between two bound ends the planner may scan all relationships.
// One row with a list of lists, in the order of kg.retrieve.candidates.FIELDS: hundreds of rows of their own cost the
// driver more than the search. Each is a candidate, or a class that one stands in (for the reranker).
CYPHER 25
CALL () {
  CALL () {
    MATCH (slot:VectorSlot {slot: 'a'})
    WHERE slot.state = 'active' AND slot.model = $p.model AND slot.prefix_mode = $p.prefix_mode
      AND slot.dimension = size($p.vector)
    MATCH (a:Artifact)
      SEARCH a IN (
        VECTOR INDEX artifact_vector_a FOR $p.vector
        WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
        LIMIT $p.dense
      ) SCORE AS score
    RETURN a, score
    UNION ALL
    MATCH (slot:VectorSlot {slot: 'b'})
    WHERE slot.state = 'active' AND slot.model = $p.model AND slot.prefix_mode = $p.prefix_mode
      AND slot.dimension = size($p.vector)
    MATCH (a:Artifact)
      SEARCH a IN (
        VECTOR INDEX artifact_vector_b FOR $p.vector
        WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
        LIMIT $p.dense
      ) SCORE AS score
    RETURN a, score
  }
  WITH a, score
  WHERE (size($p.kinds) = 0 OR a.kind IN $p.kinds)
    AND (size($p.repos) = 0 OR a.repo IN $p.repos)
    AND (size($p.languages) = 0 OR a.language IN $p.languages)
  ORDER BY score DESC, a.uid
  WITH collect({a: a, score: score}) AS found
  UNWIND range(0, size(found) - 1) AS i
  RETURN found[i].a AS a, 'dense' AS channel, i + 1 AS rank, found[i].score AS cosine
  UNION ALL
  MATCH (a:Artifact)
    SEARCH a IN (FULLTEXT INDEX artifact_text FOR $p.text LIMIT $p.sparse) SCORE AS score
  WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
    AND (size($p.kinds) = 0 OR a.kind IN $p.kinds)
    AND (size($p.repos) = 0 OR a.repo IN $p.repos)
    AND (size($p.languages) = 0 OR a.language IN $p.languages)
  WITH a, score
  ORDER BY score DESC, a.uid
  WITH collect(a) AS found
  UNWIND range(0, size(found) - 1) AS i
  RETURN found[i] AS a, 'sparse' AS channel, i + 1 AS rank, null AS cosine
  UNION ALL
  UNWIND range(0, size($p.names) - 1) AS n
  CALL (n) {
    MATCH (owner:Artifact {name: $p.owners[n]})
    USING INDEX SEEK owner:Artifact(name)
    WHERE owner.kind = 'Class'
      AND owner.scope IN $p.scopes AND owner.valid_from <= $p.seq AND owner.valid_to > $p.seq
    WITH owner LIMIT $p.scan
    MATCH (owner)-[d:DEFINES|WAS|NEXT]->(a)
    WHERE [a.name] = [$p.names[n]] AND coalesce(d.type, 'DEFINES') = 'DEFINES'
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
    WITH a LIMIT $p.scan
    RETURN a, 0 AS distance
    UNION ALL
    MATCH (a:Artifact {name: $p.names[n]})
    USING INDEX SEEK a:Artifact(name)
    WHERE a.scope IN $p.scopes AND a.valid_from <= $p.seq AND a.valid_to > $p.seq
    WITH a LIMIT $p.scan
    RETURN a, 1 AS distance
  }
  WITH a, min(distance) AS distance, min(n) AS n
  WHERE (size($p.kinds) = 0 OR a.kind IN $p.kinds)
    AND (size($p.repos) = 0 OR a.repo IN $p.repos)
    AND (size($p.languages) = 0 OR a.language IN $p.languages)
  ORDER BY distance, n, a.uid
  LIMIT $p.symbol
  WITH collect(a) AS found
  UNWIND range(0, size(found) - 1) AS i
  RETURN found[i] AS a, 'symbol' AS channel, i + 1 AS rank, null AS cosine
}
WITH a, sum(1.0 / (60 + rank)) AS fused, collect([channel, rank]) AS channels, max(cosine) AS cosine
ORDER BY fused DESC, a.uid
WITH collect({a: a, channels: channels, cosine: cosine}) AS found
CALL (found) {
  UNWIND range(0, size(found) - 1) AS i
  RETURN found[i].a AS a, found[i].channels AS channels, found[i].cosine AS cosine, [] AS trail, i AS position
  UNION ALL
  UNWIND found[..$p.seeds] AS hit
  WITH hit.a AS seed, [one IN found | one.a] AS known
  CALL (seed) {
    MATCH (seed) (
      (x)-[e
        WHERE e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
          AND coalesce(e.type, type(e)) IN $p.edge_types]-
      (y
        WHERE y.scope IN $p.scopes AND y.valid_from <= $p.seq AND y.valid_to > $p.seq
          AND y.kind <> 'Repository')
    ){1,2} (b)
    WITH DISTINCT b LIMIT $p.reach
    RETURN collect(b) AS reached
  }
  CALL (seed, reached) {
    MATCH (seed)-[e]-(a)
    WHERE a IN reached
      AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
      AND coalesce(e.type, type(e)) IN $p.edge_types
    WITH a, e LIMIT $p.reach
    WITH a, collect(e)[0] AS e
    RETURN collect({a: a, way: [e]}) AS near
  }
  CALL (near, reached) {
    UNWIND near AS step
    WITH step.a AS middle, step.way AS way, near, reached
    CALL (middle) {
      MATCH (middle)-[e]-(a)
      WHERE e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
        AND coalesce(e.type, type(e)) IN $p.edge_types
      RETURN e, a LIMIT $p.reach * 2
    }
    WITH a, way + [e] AS way, near, reached
    WHERE a IN reached AND NOT a IN [step IN near | step.a]
    WITH a, collect(way)[0] AS way
    RETURN collect({a: a, way: way}) AS far
  }
  UNWIND near + far AS step
  WITH step.a AS a, step.way AS way, known
  WHERE NOT a IN known
    AND (size($p.kinds) = 0 OR a.kind IN $p.kinds)
    AND (size($p.repos) = 0 OR a.repo IN $p.repos)
    AND (size($p.languages) = 0 OR a.language IN $p.languages)
  WITH a, known, [e IN way | {
    type: coalesce(e.type, type(e)), source: startNode(e).uid, target: endNode(e).uid,
    how: e.how, confidence: e.confidence
  }] AS trail
  RETURN a, [] AS channels, null AS cosine, trail, size(known) AS position
}
WITH a, collect({channels: channels, cosine: cosine, trail: trail, position: position})[0] AS way
OPTIONAL CALL (a) {
  CALL (a) {
    MATCH (a)<-[d:DEFINES]-(holder)
    WHERE d.start_line IS NOT NULL
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND holder.scope IN $p.scopes AND holder.valid_from <= $p.seq AND holder.valid_to > $p.seq
    RETURN d
    UNION ALL
    MATCH (a)<-[d:WAS|NEXT]-(holder)
    WHERE d.type = 'DEFINES' AND d.start_line IS NOT NULL
      AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
      AND holder.scope IN $p.scopes AND holder.valid_from <= $p.seq AND holder.valid_to > $p.seq
    RETURN d
  }
  RETURN d.start_line AS start_line, d.end_line AS end_line
  LIMIT 1
}
OPTIONAL CALL (a) {
  MATCH (a)<-[d:DEFINES|WAS|NEXT]-(owner)
  WHERE owner.kind = 'Class' AND coalesce(d.type, 'DEFINES') = 'DEFINES'
    AND d.valid_from <= $p.seq AND coalesce(d.valid_to, 999999999) > $p.seq
    AND owner.scope IN $p.scopes AND owner.valid_from <= $p.seq AND owner.valid_to > $p.seq
  RETURN owner LIMIT 1
}
CALL (a, way) {
  CALL (a, way) {
    FILTER way.position < $p.shown
    MATCH (a)<-[e:CALLS|WAS|NEXT]-(b)
    WHERE coalesce(e.type, 'CALLS') = 'CALLS'
      AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
      AND b.scope IN $p.scopes AND b.valid_from <= $p.seq AND b.valid_to > $p.seq
    RETURN e, b LIMIT $p.neighbours
    UNION ALL
    FILTER way.position < $p.shown
    MATCH (a)-[e]->(b)
    WHERE coalesce(e.type, type(e)) <> 'DEFINES'
      AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
      AND b.scope IN $p.scopes AND b.valid_from <= $p.seq AND b.valid_to > $p.seq
    RETURN e, b LIMIT $p.neighbours
    UNION ALL
    FILTER way.position < $p.shown
    MATCH (a)<-[e:DOCUMENTS|READS|EXECUTES|QUERIES|SERVES|REQUESTS|PUBLISHES|CONSUMES|MATCHES|RUNS|OVERRIDES|IMPLEMENTS
      |EXTENDS|WAS|NEXT]-(b)
    WHERE coalesce(e.type, '') <> 'DEFINES' AND coalesce(e.type, '') <> 'CALLS'
      AND e.valid_from <= $p.seq AND coalesce(e.valid_to, 999999999) > $p.seq
      AND b.scope IN $p.scopes AND b.valid_from <= $p.seq AND b.valid_to > $p.seq
    RETURN e, b LIMIT $p.neighbours
  }
  RETURN collect({
    edge: {
      type: coalesce(e.type, type(e)), source: startNode(e).uid, target: endNode(e).uid,
      how: e.how, confidence: e.confidence
    },
    place: b {.uid, .vid, .kind, .name, .qualified_name, .repo, .path, .signature, .form, .language}
  }) AS neighbours
}
WITH collect({
  a: a, way: way, owner: owner, start_line: start_line, end_line: end_line, neighbours: neighbours
}) AS hits
CALL (hits) {
  UNWIND hits AS hit
  RETURN hit.a AS a, hit.way AS way, hit.owner.uid AS owner, hit.start_line AS start_line,
    hit.end_line AS end_line, hit.neighbours AS neighbours, 'candidate' AS role
  UNION ALL
  UNWIND hits AS hit
  WITH DISTINCT hit.owner AS a
  WHERE a IS NOT NULL
  RETURN a, {} AS way, null AS owner, null AS start_line, null AS end_line, [] AS neighbours, 'class' AS role
}
RETURN collect([
  role, a.uid, a.vid, a.kind, a.name, a.qualified_name, a.repo, a.path, a.signature, a.form, a.language,
  start_line, end_line, owner, a.complexity, a.lines, a.entry, a.modifiers, size(a.call_sites),
  left(a.doc_comment, 400), CASE role WHEN 'candidate' THEN left(a.text, $p.text_characters) END,
  left(a.search_text, CASE role WHEN 'candidate' THEN $p.word_characters ELSE $p.word_characters / 2 END), way.channels, way.cosine, way.trail, neighbours
]) AS candidates
