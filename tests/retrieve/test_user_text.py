"""Text as people type it: Lucene syntax, Cypher, punctuation, other scripts, far too much of it."""

import contextlib

import pytest

from kg.errors import QuestionError
from kg.graph import Graph
from kg.ingest.parse.file import parse_file
from kg.retrieve.ask import search
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken
from kg.schema.question import Question
from tests.cases.repository import CASES, case_folder
from tests.retrieve.planted import Planted, plant, publish, run
from tests.retrieve.test_ask import EMBEDDER, PATIENT, use_slot, vectors

SCOPE = Scope((ScopeToken("s00001"),))
SOURCE = """package p;
/** C++ bridge; see /api/pay/v1 and key a:b */
class Pay {
  void foo(String bar) { }
  void getUserById(long id) { }
  void tbRefresh() { /* tb-refresh job */ }
  void android_or_ios() { }
  void cancelOrder() { /* 주문취소 처리, 取消订单 */ }
  void filler() { }
  void other() { run(); }
}
"""
WANTED = {
    "foo(bar)": "foo",
    'foo(bar) AND a:b "': "foo",
    "getUserById": "getUserById",
    "where is getUserById() called?": "getUserById",
    "user-by-id": "getUserById",
    "tb-": "tbRefresh",
    "주문취소는 어디서?": "cancelOrder",
    "取消订单": "cancelOrder",
    "android or ios": "android_or_ios",
    "foo " + "word" * 3 + " lorem ipsum" * 2500: "foo",
}
HOSTILE = [
    *(
        "a:b",
        "/api/pay/v1",
        '"unbalanced',
        "AND",
        "OR NOT",
        "C++",
        "foo~2^",
        "[1 TO",
        "{ foo",
        "foo*",
        "?foo",
    ),
    *(
        "field_that_is_not:x",
        "\x00null",
        "'; MATCH (n) DETACH DELETE n //",
        "+scope:s00002",
        "\\u0041",
        "a" * 9999,
    ),
    *("-x", "NOT foo", "search_text:*", "foo) OR (scope:[* TO *]", "kind_method", "${jndi}", "%s %n"),
]
EMPTY = ["", " ", "*", "?", "!!!", "&&", "\\", "{", "😀", "---", '""', "_"]


@pytest.fixture
async def pay(graph: Graph) -> Graph:
    """The class above, as the Java reader reads it."""
    facts = parse_file("shop", "src/Pay.java", "", SOURCE.encode())
    near = await vectors(facts.artifacts)
    await plant(graph, [Planted(a, vector=near[a.uid]) for a in facts.artifacts])
    await publish(graph, 1)
    await use_slot(graph)
    return graph


async def found(graph: Graph, text: str) -> list[str]:
    hits = await search(graph, Question(text, 5), SCOPE, 1, EMBEDDER, PATIENT)
    assert not [word for word in hits.degraded if "failed" in word]
    return [hit.place.name for hit in hits.hits]


async def test_wanted_methods(pay: Graph) -> None:
    """Whatever stands around a name, the method meant is among the first five."""
    for text, name in WANTED.items():
        assert name in await found(pay, text), text[:40]


async def test_hostile_text(pay: Graph) -> None:
    """No text breaks the query, changes its meaning, or touches the graph."""
    before = await run(pay, "MATCH (n) RETURN count(n) AS nodes", {})
    for text in HOSTILE:
        await found(pay, text)
    assert await run(pay, "MATCH (n) RETURN count(n) AS nodes", {}) == before


async def test_empty_text(pay: Graph) -> None:
    """Text without a letter or digit is refused with a clear word."""
    for text in EMPTY:
        with pytest.raises(QuestionError, match="no word to search for"):
            await found(pay, text)


@pytest.mark.skipif(not CASES.is_dir(), reason="the outside cases do not lie beside this checkout")
async def test_outside_case(graph: Graph) -> None:
    """Every line of the outside case is answered or refused, and its wanted methods are in the first five."""
    folder = case_folder("34") / "input"
    facts = parse_file("shop", "src/Pay.java", "", (folder / "src" / "Pay.java").read_bytes())
    near = await vectors(facts.artifacts)
    await plant(graph, [Planted(a, vector=near[a.uid]) for a in facts.artifacts])
    await publish(graph, 1)
    await use_slot(graph)
    for line in (folder / "queries.txt").read_text().splitlines():
        with contextlib.suppress(QuestionError):
            await found(graph, line)
    for line in (folder / "want.tsv").read_text().splitlines():
        text, _, wanted = line.partition("\t")
        assert wanted.partition("#")[2].partition("(")[0] in await found(graph, text), text
