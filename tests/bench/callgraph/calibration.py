"""What confidence is worth: of the edges that say 0.9, nine in ten must be right.

In: outcomes of every language's benchmark (what an edge says of itself, and whether it is right). Out: the
expected calibration error over ten buckets in points, and how often `exact` is right.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from kg.schema.vocabulary import How
from tests.bench.callgraph import java, python
from tests.bench.callgraph.store import Store

Outcome = tuple[How, float, bool]
"""How, confidence, right."""
_BUCKETS = 10


def measure(store: Store) -> dict[str, Any]:
    found = {"java": list(java.outcomes(store)), "python": list(python.outcomes(store))}
    everything = [each for outcomes in found.values() for each in outcomes]
    return {
        "calibration": {
            "error_points": error_points(everything),
            "languages": {name: {"error_points": error_points(each)} for name, each in found.items()},
            "table": table(everything),
            "exact_right": {name: exact_right(each) for name, each in found.items()},
            "exact_share": {"java": java.exact_share(store), "python": python.exact_share(store)},
        }
    }


def error_points(outcomes: Iterable[Outcome]) -> float:
    """The gap between what is said and what is so, in points, weighed by the edges of each bucket."""
    buckets = _buckets(outcomes)
    total = sum(len(each) for each in buckets.values())
    gaps = [abs(_mean(each) - _right(each)) * len(each) for each in buckets.values()]
    return round(100 * sum(gaps) / max(1, total), 2)


def table(outcomes: Iterable[Outcome]) -> list[dict[str, float]]:
    """A row each bucket: its edges, the confidence they say on average, the share that is right."""
    return [
        {"up_to": (n + 1) / _BUCKETS, "edges": len(each), "said": _mean(each), "right": _right(each)}
        for n, each in sorted(_buckets(outcomes).items())
    ]


def exact_right(outcomes: Iterable[Outcome]) -> float:
    """Of the edges that say `exact`, the share that is right."""
    exact = [right for how, _, right in outcomes if how is How.EXACT]
    return round(sum(exact) / max(1, len(exact)), 4)


def _buckets(outcomes: Iterable[Outcome]) -> Mapping[int, list[Outcome]]:
    found: dict[int, list[Outcome]] = defaultdict(list)
    for each in outcomes:
        found[min(_BUCKETS - 1, int(each[1] * _BUCKETS))].append(each)
    return found


def _mean(outcomes: list[Outcome]) -> float:
    return round(sum(confidence for _, confidence, _ in outcomes) / len(outcomes), 4)


def _right(outcomes: list[Outcome]) -> float:
    return round(sum(right for _, _, right in outcomes) / len(outcomes), 4)
