"""How much of the visible part of a snapshot carries vectors; counted now and then, not per search.

The count reads every visible artifact, so its result is kept for a while per graph, scope and
snapshot. `known` never waits; `coverage` counts when what it has is too old.
"""

import time
from weakref import WeakKeyDictionary

from kg.graph import Graph
from kg.schema.access import Scope
from kg.schema.snapshot import Coverage

KEPT_SECONDS = 30.0
_MOST_KEPT = 1_000

_Key = tuple[str, int]
_counted: WeakKeyDictionary[Graph, dict[_Key, tuple[float, Coverage]]] = WeakKeyDictionary()


async def coverage(graph: Graph, scope: Scope, seq: int) -> Coverage:
    """The share of what could carry a vector that does; at most `KEPT_SECONDS` old."""
    kept = _counted.setdefault(graph, {})
    key = (scope.fingerprint, seq)
    if key in kept and time.monotonic() - kept[key][0] < KEPT_SECONDS:
        return kept[key][1]
    (row,) = await graph.read("retrieve_coverage", {"scopes": list(scope.tokens), "seq": seq})
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[key] = (time.monotonic(), Coverage(row["embedded"], row["embeddable"]))
    return kept[key][1]


def known(graph: Graph, scope: Scope, seq: int) -> Coverage | None:
    """The last count, however old; None where there was none yet."""
    counted = _counted.get(graph, {}).get((scope.fingerprint, seq))
    return counted[1] if counted else None
