"""How often a candidate is right: Rust calls by name, against what rust-analyzer says of the same sites.

The confidences in `kg/ingest/resolve/candidates.py` were measured on the first four repositories; the fifth
was not looked at for them. Keys: `candidates.REPO.{candidates,error_points,buckets}` and `all`: of each bucket of confidence
its candidates, their mean confidence and the share that is right.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kg.ingest.resolve.candidates import find, names_of
from kg.ingest.scip.lookup import Lookup, look_up
from kg.ingest.scip.sites import Site, call_lines, places_of
from kg.ingest.scip.upgrade import verdict_of
from kg.schema.facts import Facts
from kg.schema.scm import ScmFacts
from tests.bench.callgraph.definitions import read, rust_index
from tests.bench.callgraph.store import Store

REPOSITORIES = ("BurntSushi/ripgrep", "sharkdp/fd", "sharkdp/bat", "casey/just", "sharkdp/hyperfine")


def measure(store: Store) -> dict[str, Any]:
    found = {name: list(judged(store, name)) for name in REPOSITORIES}
    rows = {name.partition("/")[2]: _figures(found[name]) for name in REPOSITORIES}
    return {"candidates": {**rows, "all": _figures([one for each in found.values() for one in each])}}


def judged(store: Store, name: str) -> Iterator[tuple[float, bool]]:
    """Each candidate of a repository and whether it is right."""
    tree = store.checkout(name)
    yield from candidates(list(read(tree, "rust").values()), rust_index(store, tree))


def _figures(found: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    buckets: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for confidence, right in found:
        buckets[min(int(confidence * 10), 9)].append((confidence, right))
    rows = {f"{n / 10:.1f}": _row(buckets[n]) for n in sorted(buckets)}
    error = sum(abs(row["confidence"] - row["right"]) * row["candidates"] for row in rows.values())
    return {"candidates": len(found), "error_points": round(100 * error / len(found), 1), "buckets": rows}


def _row(judged: Sequence[tuple[float, bool]]) -> dict[str, float]:
    return {
        "candidates": len(judged),
        "confidence": round(sum(confidence for confidence, _ in judged) / len(judged), 3),
        "right": round(sum(right for _, right in judged) / len(judged), 3),
    }


def candidates(files: Sequence[Facts], index: Path) -> Iterator[tuple[float, bool]]:
    """Each candidate of each site of which the index says something, and whether it is right."""
    places, lookup = places_of(files), Lookup()
    look_up(lambda: index.open("rb"), call_lines(files, places), lookup)
    known = [facts.code for facts in files if isinstance(facts.code, ScmFacts)]
    names = names_of(known)
    for facts in known:
        for caller in facts.definitions:
            for call in caller.calls:
                site = Site(call.row - caller.row, call.column, call.name, call.creates)
                said = verdict_of(places.standing[caller.uid], site, places, lookup)
                found = find(names, facts, caller, call)
                for target in found.targets if said is not None else ():
                    yield found.confidence, said is not None and target.definition.uid == said.target
