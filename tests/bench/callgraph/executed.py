"""`python.executed*`: of the calls that real test suites execute, how many the graph has.

Compared by function: an executed (caller, callee) is found when the graph has CALLS between the two.
Callers are the package's functions and its tests, callees are the package's functions; the share is over
both together, `library` and `tests` say it apart; `through_overrides` also counts a call that the graph
has of a method which the executed one overrides (reads expand through OVERRIDES). See
`tests.truth.python.record_calls` for the rule.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kg.schema.facts import Edge
from kg.schema.vocabulary import EdgeType, How
from tests.bench.callgraph.python_calls import Graph, Places, graph_of, sources_of
from tests.bench.callgraph.store import Store
from tests.truth.python.executed import Place, Suite, executed_calls

SUITES = (
    Suite(
        "httpx",
        "encode/httpx",
        "ae1b9f66238f75ced3ced5e4485408435de10768",
        "httpx",
        (
            *("-e", ".[brotli,cli,http2,socks,zstd]", "chardet==5.2.0", "cryptography==45.0.7"),
            *("pytest==8.4.1", "trio==0.31.0", "trio-typing==0.10.0", "trustme==1.2.1", "uvicorn==0.35.0"),
        ),
    ),
    Suite(
        "starlette",
        "encode/starlette",
        "cb8f84f5284dc301ca7a31eb732b9e140769dd48",
        "starlette",
        ("-e", ".[full]", "anyio==4.10.0", "httpx==0.28.1", "pytest==8.4.1", "trio==0.30.0"),
    ),
    Suite(
        "flask",
        "pallets/flask",
        "2ac89889f4cc330eabd50f295dcef02828522c69",
        "src/flask",
        ("-e", ".", "asgiref==3.9.1", "greenlet==3.2.4", "pytest==8.4.1", "python-dotenv==1.1.1"),
    ),
    Suite(
        "click",
        "pallets/click",
        "2c8cd3ac958a7eb316d67f2d316c27086c4c0369",
        "src/click",
        ("-e", ".", "pytest==8.4.1"),
    ),
    Suite(
        "rich",
        "Textualize/rich",
        "42899d8a0a96b121a514516f4be9db44ff7aeaf3",
        "rich",
        ("-e", ".", "attrs==25.3.0", "pytest==8.4.1"),
    ),
)


def measure(store: Store) -> dict[str, Any]:
    measured = {suite.name: measure_suite(store, suite) for suite in SUITES}
    called = sum(each["calls"] for each in measured.values())
    found = sum(each["found"] for each in measured.values())
    return {"python": {"executed_recall": round(found / called, 4), "executed": measured}}


@dataclass(frozen=True, slots=True)
class Ran:
    """A suite's calls as pairs of artifacts, beside the graph of its sources."""

    suite: Suite
    graph: Graph
    places: Places
    calls: frozenset[tuple[str, str]]

    def is_library(self, uid: str) -> bool:
        return self.places.artifacts[uid].path.startswith(self.suite.package + "/")

    def overridden(self) -> dict[str, str]:
        """What each method replaces."""
        return {e.source: e.target for e in self.graph.resolution.edges if e.type == EdgeType.OVERRIDES}


def ran(store: Store, suite: Suite) -> Ran:
    checkout = store.checkout(suite.repository, suite.commit)
    calls = executed_calls(suite, checkout, store.place("executed", suite.name, "calls.json").parent)
    graph = graph_of(sources_of(checkout, suite.package, "tests"))
    places = Places(graph)
    pairs = ((uid_of(places, call.caller), uid_of(places, call.callee)) for call in calls)
    return Ran(suite, graph, places, frozenset((a, b) for a, b in pairs if a and b))


def measure_suite(store: Store, suite: Suite) -> dict[str, Any]:
    found = ran(store, suite)
    wanted = {call for call in found.calls if found.is_library(call[1])}
    have = {(edge.source, edge.target) for edge in found.graph.calls}
    above = found.overridden()
    by_side: Counter[str] = Counter()
    for caller, callee in wanted:
        side = "library" if found.is_library(caller) else "tests"
        by_side[side] += 1
        by_side[f"{side} found"] += (caller, callee) in have
    read = sum(any((caller, c) in have for c in upwards(above, callee)) for caller, callee in wanted)
    return {
        "recall": round(len(wanted & have) / len(wanted), 4),
        "calls": len(wanted),
        "found": len(wanted & have),
        "through_overrides": round(read / len(wanted), 4),
        "library": round(by_side["library found"] / by_side["library"], 4),
        "tests": round(by_side["tests found"] / by_side["tests"], 4),
    }


def outcomes(store: Store) -> Iterator[tuple[How, float, bool]]:
    """What our edges say of themselves, and whether they are right, where the suite can tell: the caller
    ran a function of that name. Another one, that does not override ours, makes ours wrong."""
    for suite in SUITES:
        found = ran(store, suite)
        above = found.overridden()
        called = defaultdict(set)
        for caller, callee in found.calls:
            called[caller].add(callee)
        for edge in found.graph.calls:
            same = [uid for uid in called[edge.source] if _same_name(found.places, uid, edge)]
            if same:
                right = any(edge.target in upwards(above, uid) for uid in same)
                yield edge.how, edge.confidence, right


def _same_name(places: Places, uid: str, edge: Edge) -> bool:
    return places.artifacts[uid].name == places.artifacts[edge.target].name


def upwards(above: dict[str, str], method: str) -> Iterator[str]:
    """A method and those it overrides, however far."""
    found: str | None = method
    while found is not None:
        yield found
        found = above.get(found)


def uid_of(places: Places, place: Place) -> str:
    """The artifact an executed place stands for; empty where the source has none."""
    if place.form == "module":
        return places.module(place.path)
    return (places.at if place.form == "at" else places.inside)(place.path, place.line)
