"""The Java call graph against javac's: libraries with and without their dependencies, and speed.

An edge is a caller and a declared target, both with full erased signatures; every edge we give counts,
whatever it says of itself. The library's own jar is never among the stubs.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kg.ingest.collector import paused_collector
from kg.ingest.parse.java import parse_java
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.java import resolve_java
from kg.ingest.stubs.jar import stub_of_jar
from kg.schema.facts import Facts
from kg.schema.vocabulary import How
from tests.bench.callgraph.store import Store
from tests.truth.java.bytecode import Key
from tests.truth.java.folding import Edges, Folding
from tests.truth.java.libraries import MEASURED, UNSEEN, Artifact, fetch
from tests.truth.java.matching import Matching

Given = dict[tuple[Key, Key | None], tuple[How, float]]
"""What we say of each edge."""
_TIMED = "guava"


@dataclass(frozen=True, slots=True)
class Compared:
    """One library: what javac says, and what we say."""

    truth: Edges
    given: Given

    def right(self) -> int:
        return len(self.truth & self.given.keys())

    def figures(self) -> dict[str, Any]:
        return {**_figures([self]), "edges": len(self.truth)}


def measure(store: Store) -> dict[str, Any]:
    plain = {each.name: compare(fetch(store, each), ()) for each in MEASURED}
    stubbed = {each.name: _compare_stubbed(fetch(store, each)) for each in MEASURED}
    unseen = {each.name: compare(fetch(store, each), ()) for each in UNSEEN}
    return {
        "java": {**_group(plain), "unseen": {name: each.figures() for name, each in unseen.items()}},
        "java_stubbed": _group(stubbed),
        "speed": {"java_loc_per_cpu_s": _speed(store)},
    }


def _group(compared: dict[str, Compared]) -> dict[str, Any]:
    return {
        "micro": _figures(list(compared.values())),
        "libraries": {name: each.figures() for name, each in compared.items()},
    }


def _figures(compared: list[Compared]) -> dict[str, Any]:
    right = sum(each.right() for each in compared)
    given = sum(len(each.given) for each in compared)
    return {
        "precision": round(right / max(1, given), 4),
        "recall": round(right / max(1, sum(len(each.truth) for each in compared)), 4),
    }


def compare(artifact: Artifact, stubs: tuple[str, ...]) -> Compared:
    truth = Folding(artifact.bytecode, artifact.sources).edges()
    files = list(parse(artifact.sources.texts))
    matching = Matching(files, artifact.bytecode)
    given: Given = {}
    for edge, caller, target in matching.calls(resolve_java(files, stubs).edges):
        said = (edge.how, edge.confidence)
        given[caller, target] = max(said, given.get((caller, target), said), key=lambda each: each[1])
    return Compared(truth, given)


def _compare_stubbed(artifact: Artifact) -> Compared:
    return compare(artifact, stubs_of(artifact))


def stubs_of(artifact: Artifact) -> tuple[str, ...]:
    """The signatures of what it builds on, kept beside its jars: reading a hundred jars takes a minute."""
    file = artifact.folder / "dependencies.stub"
    if not file.exists():
        stubs = [stub_of_jar(each.read_bytes()) for each in artifact.dependencies]
        file.write_text("".join(stubs), encoding="utf-8")
    return (file.read_text(encoding="utf-8"),)


def parse(texts: dict[str, str]) -> Iterator[Facts]:
    for path, text in texts.items():
        yield parse_java(Unit("library", path, "", text, "utf-8", "java"))


def outcomes(store: Store) -> Iterator[tuple[How, float, bool]]:
    """Every edge we give of every measured library: what it says of itself, and whether it is right."""
    for each in MEASURED:
        compared = compare(fetch(store, each), ())
        for edge, (how, confidence) in compared.given.items():
            yield how, confidence, edge in compared.truth


def exact_share(store: Store) -> float:
    """Of the edges javac has, the share that we give as exact."""
    found = [compare(fetch(store, each), ()) for each in MEASURED]
    exact = sum(
        edge in each.truth and how is How.EXACT for each in found for edge, (how, _) in each.given.items()
    )
    return round(exact / sum(len(each.truth) for each in found), 4)


def _speed(store: Store) -> int:
    """Lines a second of CPU on one core, all lines counted, reading and resolving together."""
    library = next(each for each in MEASURED if each.name == _TIMED)
    texts = fetch(store, library).sources.texts
    lines = sum(text.count("\n") for text in texts.values())
    with paused_collector():  # as an ingest and its workers do
        start = time.process_time()
        resolve_java(list(parse(texts)))
        return round(lines / (time.process_time() - start))
