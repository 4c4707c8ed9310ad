"""The Kotlin call graph against kotlinc's class files: two libraries, and others that nothing was tuned on.

An edge is a calling member and a declared target; every edge we give counts, whatever it says of itself.
"""

import time
from typing import Any

from kg.ingest.parse.java import parse_java
from kg.ingest.parse.kotlin import parse_kotlin
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.jvm import resolve_jvm
from kg.schema.facts import Facts
from kg.schema.kotlin import KotlinFacts
from tests.bench.callgraph.store import Store
from tests.truth.kotlin.folding import Folding
from tests.truth.kotlin.libraries import MEASURED, UNSEEN, Library, fetch
from tests.truth.kotlin.matching import Matching


def measure(store: Store) -> dict[str, Any]:
    figures: dict[str, Any] = {name: compare(fetch(store, at)) for name, at in MEASURED.items()}
    figures["unseen"] = {name: compare(fetch(store, at)) for name, at in UNSEEN.items()}
    return {"kotlin": figures, "speed": {"kotlin_loc_per_cpu_s": _speed(store)}}


def compare(library: Library) -> dict[str, Any]:
    truth, given = pairs(library)
    right = len(truth & given)
    return {
        "precision": round(right / max(1, len(given)), 4),
        "recall": round(right / max(1, len(truth)), 4),
        "edges": len(truth),
    }


def pairs(library: Library) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """What kotlinc says, and what we say."""
    files = parse(library)
    texts = {path.rpartition("/")[2]: text for path, text in library.texts.items()}
    matching = Matching(files, library.classes, texts)
    kotlin = {a.uid for each in files if isinstance(each.code, KotlinFacts) for a in each.artifacts}
    truth = matching.truth(Folding(library.classes).edges())
    return truth, set(matching.given(resolve_jvm(files).edges, kotlin))


def parse(library: Library) -> list[Facts]:
    return [
        parse_kotlin(Unit("library", path, "", text, "utf-8", "kotlin"))
        if path.endswith(".kt")
        else parse_java(Unit("library", path, "", text, "utf-8", "java"))
        for path, text in library.texts.items()
    ]


def _speed(store: Store) -> int:
    """Lines a second of CPU on one core, all lines counted, reading and resolving together."""
    library = fetch(store, next(iter(MEASURED.values())))
    lines = sum(text.count("\n") for text in library.texts.values())
    start = time.process_time()
    resolve_jvm(parse(library))
    return round(lines / (time.process_time() - start))
