"""`pycg.*`: the 119 snippets of PyCG's micro-benchmark.

Complete: no edge that its authors do not list; sound: none of theirs missing. Our graph is said in
their words: `<locals>` is left out, a class body is run by the code around it, a call that stays open
because it leaves the repository is an edge to the outside name. See `tests.truth.python.pycg` for lambdas.
"""

import re
import sys
from collections.abc import Iterator
from typing import Any

from kg.schema.vocabulary import Form, How, OpenReason
from tests.bench.callgraph.python_calls import Graph, Places, graph_of
from tests.bench.callgraph.store import Store
from tests.truth.python.pycg import Case, Edges, cases

REPOSITORY = "vitsalis/PyCG"
COMMIT = "8d5dc40837803beef1d8d379fbf2cdad6cd94641"

_TYPES = {"str": "<**PyStr**>", "dict": "<**PyDict**>", "list": "<**PyList**>", "int": "<**PyNum**>"}
_OF_A_TYPE = re.compile(r"builtins\.(str|dict|list|int)\.(\w+)")


def measure(store: Store) -> dict[str, Any]:
    checkout = store.checkout(REPOSITORY, COMMIT)
    found = [(case, said(graph_of(case.files))) for case in cases(checkout)]
    own = [(Case(c.name, c.files, _inside(c.expected)), _inside(edges)) for c, edges in found]
    for case, edges in found:
        _tell(case, edges)
    return {"pycg": {**score(found), "own_targets": score(own)}}


def outcomes(store: Store) -> Iterator[tuple[How, float, bool]]:
    """What every edge of the snippets says of itself, and whether PyCG's authors list it."""
    for case in cases(store.checkout(REPOSITORY, COMMIT)):
        graph = graph_of(case.files)
        places = Places(graph)
        for edge in graph.calls:
            said = _caller(places, edge.source), _name(places, edge.target)
            yield edge.how, edge.confidence, said in case.expected


def score(found: list[tuple[Case, Edges]]) -> dict[str, float]:
    right = sum(len(case.expected & edges) for case, edges in found)
    return {
        "snippets": len(found),
        "complete": sum(edges <= case.expected for case, edges in found),
        "sound": sum(case.expected <= edges for case, edges in found),
        "precision": round(right / sum(len(edges) for _, edges in found), 4),
        "recall": round(right / sum(len(case.expected) for case, _ in found), 4),
    }


def said(graph: Graph) -> Edges:
    """Our calls in PyCG's words."""
    places = Places(graph)
    inside = {(_caller(places, e.source), _name(places, e.target)) for e in graph.calls}
    outside = {
        (_caller(places, source), _outside(site.name))
        for source, sites in graph.resolution.open_sites.items()
        for site in sites
        if site.reason == OpenReason.EXTERNAL
    }
    return frozenset(inside | outside)


def _caller(places: Places, uid: str) -> str:
    """A class body is run by what holds it."""
    artifact = places.artifacts[uid]
    while artifact.kind == "Class" and artifact.form != Form.MODULE:
        artifact = places.artifacts[places.owner(artifact.uid)]
    return _name(places, artifact.uid)


def _name(places: Places, uid: str) -> str:
    return places.artifacts[uid].qualified_name.replace("<locals>.", "")


def _outside(name: str) -> str:
    method = _OF_A_TYPE.fullmatch(name)
    if method:
        return f"{_TYPES[method[1]]}.{method[2]}"
    return name.replace("builtins.", "<builtin>.", 1).replace("()", "")


def _inside(edges: Edges) -> Edges:
    """Without builtins and names from outside the snippet."""
    return frozenset((a, b) for a, b in edges if not b.startswith(("<", "ext.")))


def _tell(case: Case, edges: Edges) -> None:
    more, less = sorted(edges - case.expected), sorted(case.expected - edges)
    if more or less:
        sys.stderr.write(f"  {case.name}: more {more} less {less}\n")
