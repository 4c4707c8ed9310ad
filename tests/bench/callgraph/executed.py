"""`python.executed*`: of the calls that real test suites execute, how many the graph has.

Compared by function: an executed (caller, callee) is found when the graph has CALLS between the two.
Callers are the package's functions and its tests, callees are the package's functions; the share is over
both together, `library` and `tests` say it apart. See `tests.truth.python.record_calls` for the rule.
"""

from collections import Counter
from typing import Any

from tests.bench.callgraph.python_calls import Places, graph_of, sources_of
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
)


def measure(store: Store) -> dict[str, Any]:
    measured = {suite.name: measure_suite(store, suite) for suite in SUITES}
    called = sum(each["calls"] for each in measured.values())
    found = sum(each["found"] for each in measured.values())
    return {"python": {"executed_recall": round(found / called, 4), "executed": measured}}


def measure_suite(store: Store, suite: Suite) -> dict[str, Any]:
    checkout = store.checkout(suite.repository, suite.commit)
    calls = executed_calls(suite, checkout, store.place("executed", suite.name, "calls.json").parent)
    graph = graph_of(sources_of(checkout, suite.package, "tests"))
    places = Places(graph)
    wanted = {
        (caller, callee)
        for call in calls
        if (caller := uid_of(places, call.caller)) and (callee := uid_of(places, call.callee))
    }
    have = {(edge.source, edge.target) for edge in graph.calls}
    by_side: Counter[str] = Counter()
    for caller, callee in wanted:
        side = "library" if places.artifacts[caller].path.startswith(suite.package + "/") else "tests"
        by_side[side] += 1
        by_side[f"{side} found"] += (caller, callee) in have
    return {
        "recall": round(len(wanted & have) / len(wanted), 4),
        "calls": len(wanted),
        "found": len(wanted & have),
        "library": round(by_side["library found"] / by_side["library"], 4),
        "tests": round(by_side["tests found"] / by_side["tests"], 4),
    }


def uid_of(places: Places, place: Place) -> str:
    """The artifact an executed place stands for; empty where the source has none."""
    if place.form == "module":
        return places.module(place.path)
    return (places.at if place.form == "at" else places.inside)(place.path, place.line)
