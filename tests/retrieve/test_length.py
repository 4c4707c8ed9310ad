"""The padding of the index text does on the real index what it is for."""

import random
from collections import Counter
from math import log

from kg.graph import Graph
from kg.ingest.enrich.index_text import FILLER, filler_count
from kg.schema.ids import padded
from tests.retrieve.planted import run

DOCUMENTS, ASKED, TOP = 800, 40, 20
WORDS = [f"w{i}" for i in range(300)]


def texts() -> list[list[str]]:
    """Texts of very different lengths, words with Zipf's frequencies."""
    rng = random.Random(5)
    weights = [1 / (i + 3) for i in range(len(WORDS))]
    lengths = [int(10 * 2 ** rng.uniform(0, 6)) for _ in range(DOCUMENTS)]
    return [rng.choices(WORDS, weights, k=length) for length in lengths]


def bm25(docs: list[list[str]], query: list[str], b: float) -> list[int]:
    """The best documents by the textbook formula."""
    average = sum(map(len, docs)) / len(docs)
    counts = [Counter(doc) for doc in docs]
    scores = [0.0] * len(docs)
    for word in query:
        frequency = sum(word in c for c in counts)
        idf = log(1 + (len(docs) - frequency + 0.5) / (frequency + 0.5))
        for i, c in enumerate(counts):
            scores[i] += idf * c[word] / (c[word] + 1.2 * (1 - b + b * len(docs[i]) / average))
    return sorted(range(len(docs)), key=lambda i: -scores[i])[:TOP]


async def overlaps(graph: Graph, docs: list[list[str]], filler: int) -> dict[float, float]:
    """How much of the first 20 of the real index agrees with the formula, for two values of b."""
    await run(graph, "MATCH (a:Artifact) DETACH DELETE a", {})
    rows = [{"vid": str(i), "text": " ".join(doc) + f" {FILLER}" * filler} for i, doc in enumerate(docs)]
    await run(
        graph,
        "UNWIND $p.rows AS row CREATE (a:Artifact {vid: row.vid, uid: row.vid, search_text: row.text,"
        " scope: 's00001', vf: $p.vf, vt: $p.vt})",
        {"rows": rows, "vf": padded(1), "vt": padded(999_999_999)},
    )
    await run(graph, "CALL db.awaitIndexes(120)", {})
    rng = random.Random(6)
    shares = {0.3: 0.0, 0.75: 0.0}
    for _ in range(ASKED):
        query = rng.sample(WORDS[5:150], 3)
        found = await run(
            graph,
            "MATCH (a:Artifact) SEARCH a IN (FULLTEXT INDEX artifact_text FOR $p.text LIMIT 20) SCORE AS s"
            " RETURN a.vid AS vid ORDER BY s DESC",
            {"text": f"+scope:[s00001 TO s00001]^0 +search_text:({' '.join(query)})"},
        )
        have = {int(row["vid"]) for row in found}
        for b in shares:
            shares[b] += len(have & set(bm25(docs, query, b))) / TOP / ASKED
    return shares


async def test_padded_text_ranks_with_b_point_three(graph: Graph) -> None:
    """Lucene ranks the padded texts as BM25 with b = .3, the plain ones as with its own .75."""
    docs = texts()
    average = sum(map(len, docs)) / len(docs)
    plain = await overlaps(graph, docs, 0)
    padded_texts = await overlaps(graph, docs, filler_count(average))
    assert plain[0.75] > 0.9 > plain[0.3]
    assert padded_texts[0.3] > 0.9 > padded_texts[0.75]
