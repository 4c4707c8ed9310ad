"""What callers learn when something goes wrong, and what they do not."""

import logging
from typing import Any

import pytest

from api.options import Bounds
from kg.errors import GraphError, GraphUnavailable, QuestionError
from kg.graph import Graph
from tests.api.serving import serving
from tests.api.test_bounds import doubling


class Broken(Graph):
    """A graph whose reads raise."""

    def __init__(self, graph: Graph, error: Exception) -> None:
        super().__init__(graph._driver, graph.options)
        self.error = error

    async def read(self, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        raise self.error


SECRET = "bolt://user:hunter2@10.0.0.1 [0.1, 0.2, 0.3]"
ASKED = "{ snapshot { seq } }"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RuntimeError(SECRET), "INTERNAL"),
        (KeyError(SECRET), "INTERNAL"),
        (GraphError(SECRET), "INTERNAL"),
        (GraphUnavailable(SECRET), "GRAPH_UNAVAILABLE"),
    ],
)
async def test_an_unforeseen_error_is_masked(
    server: Graph, error: Exception, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the answer nor the log holds the text of an error that was not written for callers."""
    async with serving(Broken(server, error)) as client:
        with caplog.at_level(logging.DEBUG, "kg.api"):
            answer = await client.ask(ASKED)
    assert [e["extensions"]["code"] for e in answer["errors"]] == [code]
    shown = str(answer) + caplog.text.replace("not ready", "")
    assert "hunter2" not in str(answer) and "0.1" not in str(answer)
    assert "hunter2" not in "".join(r.getMessage() for r in caplog.records if "masked" in r.getMessage())
    assert shown


async def test_an_error_for_callers_keeps_its_words(server: Graph) -> None:
    """What a caller can mend is said in full."""
    async with serving(Broken(server, QuestionError("the text has no word to search for"))) as client:
        (error,) = (await client.ask(ASKED))["errors"]
    assert error["message"] == "the text has no word to search for"
    assert error["extensions"] == {"code": "QUESTION", "temporary": False}


async def test_a_misspelt_field_gets_no_suggestion(server: Graph) -> None:
    """The schema is not spelt out by errors."""
    async with serving(server) as client:
        for query in (
            "{ snapshto { seq } }",
            "{ snapshot { sek } }",
            "{ artifacts(kind: METHOT) { snapshot } }",
        ):
            (error,) = (await client.ask(query))["errors"]
            assert "Did you mean" not in error["message"]
            assert error["extensions"] == {"code": "GRAPHQL"}


@pytest.mark.parametrize(
    "query",
    [
        doubling(20),
        "{" * 200 + "}" * 200,
        "{ a " * 4000,
        "query q($a: " + "[" * 100 + "Int" + "]" * 100 + ") { x }",
    ],
)
async def test_a_bomb_is_refused_by_the_server(server: Graph, query: str) -> None:
    """A query beyond its bounds is an answer with a code."""
    async with serving(server) as client:
        codes = await client.codes(query)
    assert codes and set(codes) <= {"QUERY_TOO_LARGE", "GRAPHQL"}


async def test_introspection_works_within_the_bounds(server: Graph) -> None:
    """Tools can read the schema with the query they all send."""
    from graphql import build_client_schema, get_introspection_query

    async with serving(server) as client:
        data = await client.data(get_introspection_query(input_value_deprecation=True))
    assert build_client_schema(data).query_type is not None


async def test_a_query_is_checked_however_often_it_comes(server: Graph) -> None:
    """A valid query stays valid, an invalid one invalid, and its bounds count each time."""
    wide = "query q($n: Int!) { artifacts(kind: METHOD, first: $n) { nodes { members: documents(first: $n) { nodes { id documents(first: $n) { nodes { id } } } } } } }"
    async with serving(server) as client:
        for _ in range(2):
            assert await client.codes("{ snapshot { sek } }") == ["GRAPHQL"]
            assert "data" in await client.ask(wide, n=1)
            assert await client.codes(wide, n=100) == ["QUERY_TOO_LARGE"]


class Slow(Graph):
    """A graph that answers too late."""

    async def read(self, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        import asyncio

        await asyncio.sleep(30)
        return []


async def test_a_request_ends_at_its_deadline(server: Graph) -> None:
    """A slow statement ends the request, not the caller's patience."""
    slow = Slow(server._driver, server.options)
    async with serving(slow, bounds=Bounds(deadline_seconds=0.2)) as client:
        assert await client.codes(ASKED) == ["DEADLINE"]


async def test_the_log_holds_no_text_of_a_caller(graph: Graph, caplog: pytest.LogCaptureFixture) -> None:
    """A request is one line of facts: who, how long, which snapshot, which codes."""
    async with serving(graph) as client:
        with caplog.at_level(logging.INFO, "kg.api"):
            await client.post(
                "query Salary($n: String!) { method(name: $n) { __typename } }", n="my private words"
            )
    lines = [record.getMessage() for record in caplog.records if record.getMessage().startswith("graphql")]
    assert len(lines) == 1 and "who=local" in lines[0] and "snapshot=0" in lines[0]
    assert "private" not in caplog.text and "Salary" not in caplog.text


async def test_an_empty_graph_answers_with_nothing(graph: Graph) -> None:
    """Before the first publish every list is empty and the snapshot is 0."""
    async with serving(graph) as client:
        data = await client.data("""{ snapshot { seq publishedAt } artifacts(kind: METHOD) { nodes { id } snapshot }
            snapshots { nodes { seq } } repositories { nodes { id } } method(name: "x") { __typename } }""")
    assert data["snapshot"] == {"seq": 0, "publishedAt": None}
    assert data["artifacts"] == {"nodes": [], "snapshot": 0}
    assert data["method"] == {"__typename": "NotFound"}
