"""What each `browse_*` statement must show, computed in Python from the export of the active graph."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Record = dict[str, Any]
Drawn = tuple[str, ...]
"""A path as Browser draws it: uid, edge type, uid, … in the order it is walked."""


@dataclass(frozen=True)
class Step:
    """One step of a walk, along an edge or against it."""

    number: int
    type: str
    to: str


@dataclass
class Exported:
    """The export, with the looks that the expectations need."""

    artifacts: dict[str, Record] = field(default_factory=dict)
    edges: list[Record] = field(default_factory=list)
    out: dict[str, list[Step]] = field(default_factory=lambda: defaultdict(list))
    into: dict[str, list[Step]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, lines: Iterable[str]) -> "Exported":
        made = cls()
        for record in map(json.loads, lines):
            if "uid" in record:
                made.artifacts[record["uid"]] = record
                continue
            made.out[record["source"]].append(Step(len(made.edges), record["type"], record["target"]))
            made.into[record["target"]].append(Step(len(made.edges), record["type"], record["source"]))
            made.edges.append(record)
        return made

    def named(self, name: str, *kinds: str) -> list[str]:
        return [uid for uid, a in self.artifacts.items() if a["name"] == name and a["kind"] in kinds]

    def names(self, *kinds: str) -> list[str]:
        return sorted({a["name"] for a in self.artifacts.values() if a["kind"] in kinds})

    def kind(self, uid: str) -> str:
        return str(self.artifacts[uid]["kind"])

    def start_line(self, uid: str) -> int:
        found = [e["start_line"] for e in self.edges if e["target"] == uid and e.get("start_line")]
        assert len(found) == 1, uid
        return int(found[0])


def call_flow(graph: Exported, name: str) -> Counter[Drawn]:
    """Calls forward; from a declared method on to what overrides it."""

    def steps(uid: str) -> Iterator[Step]:
        yield from (s for s in graph.out[uid] if s.type == "CALLS" and graph.kind(s.to) == "Method")
        yield from (s for s in graph.into[uid] if s.type == "OVERRIDES")

    return Counter(walk for uid in graph.named(name, "Method") for walk in _walks(uid, steps, 4))


def callers(graph: Exported, name: str) -> Counter[Drawn]:
    """Calls backward; from a method on to what it overrides."""

    def steps(uid: str) -> Iterator[Step]:
        if graph.kind(uid) == "Method":
            yield from (s for s in graph.into[uid] if s.type == "CALLS")
            yield from (s for s in graph.out[uid] if s.type == "OVERRIDES")

    return Counter(walk for uid in graph.named(name, "Method") for walk in _walks(uid, steps, 3))


def class_members(graph: Exported, name: str) -> Counter[Drawn]:
    return Counter(
        (uid, step.type, step.to)
        for uid in graph.named(name, "Class")
        for step in graph.out[uid]
        if step.type in ("DEFINES", "EXTENDS", "IMPLEMENTS")
    )


def documents(graph: Exported, name: str) -> Counter[Drawn]:
    return Counter(
        (uid, step.type, step.to)
        for uid in graph.named(name, "Class", "Method", "Config")
        for step in graph.into[uid]
        if step.type == "DOCUMENTS" and graph.kind(step.to) in ("Doc", "Postmortem")
    )


def table_users(graph: Exported, name: str) -> Counter[Drawn]:
    """Back along QUERIES and EXECUTES, two steps."""

    def steps(uid: str) -> Iterator[Step]:
        yield from (
            s
            for s in graph.into[uid]
            if s.type in ("QUERIES", "EXECUTES") and graph.kind(s.to) in ("Method", "Class", "Statement")
        )

    return Counter(walk for uid in graph.named(name, "Table") for walk in _walks(uid, steps, 2))


def contract(graph: Exported, name: str) -> Counter[Drawn]:
    return _crossing(graph, name, "Endpoint", "REQUESTS", "SERVES")


def topic(graph: Exported, name: str) -> Counter[Drawn]:
    return _crossing(graph, name, "Topic", "PUBLISHES", "CONSUMES")


def _crossing(graph: Exported, name: str, kind: str, to_it: str, behind_it: str) -> Counter[Drawn]:
    """From code to its side of a contract, to the other side, to the code there."""
    return Counter(
        (first.to, to_it, uid, "MATCHES", match.to, behind_it, last.to)
        for uid in graph.named(name, kind)
        for first in graph.into[uid]
        if first.type == to_it
        for match in graph.out[uid]
        if match.type == "MATCHES"
        for last in graph.into[match.to]
        if last.type == behind_it
    )


def incidents(graph: Exported, name: str) -> Counter[Drawn]:
    """A report itself, or a section with its report."""
    kinds = ("Class", "Method", "Config", "Table", "Topic", "Endpoint", "File")
    found: list[Drawn] = []
    for uid in graph.named(name, *kinds):
        for mention in graph.into[uid]:
            if mention.type != "DOCUMENTS":
                continue
            drawn = (uid, mention.type, mention.to)
            if graph.kind(mention.to) == "Postmortem":
                found.append(drawn)
            found += [
                (*drawn, s.type, s.to)
                for s in graph.into[mention.to]
                if s.type == "DEFINES" and graph.kind(s.to) == "Postmortem"
            ]
    return Counter(found)


def libraries(graph: Exported, name: str) -> list[Record]:
    rows = [
        {
            "library": name,
            "repo": edge["source"].partition(":")[0],
            "path": graph.artifacts[edge["source"]]["path"],
            "version": edge.get("version", ""),
        }
        for uid in graph.named(name, "Library")
        for edge in graph.edges
        if edge["type"] == "DEPENDS_ON" and edge["target"] == uid and graph.kind(edge["source"]) == "File"
    ]
    return sorted(rows, key=lambda row: (row["repo"], row["path"]))


def config_readers(graph: Exported, key: str) -> list[Record]:
    rows = [
        {"key": key, "reader": reader["qualified_name"], "places": _places(graph, reader, edge["sites"])}
        for uid in graph.named(key, "Config")
        for edge in graph.edges
        if edge["type"] == "READS" and edge["target"] == uid
        for reader in [graph.artifacts[edge["source"]]]
    ]
    return sorted(rows, key=lambda row: (row["reader"], row["places"]))


def most_called(graph: Exported) -> list[Record]:
    calls = Counter(edge["target"] for edge in graph.edges if edge["type"] == "CALLS")
    rows = [
        {"method": a["qualified_name"], "path": a["path"], "callers": calls[uid]}
        for uid, a in graph.artifacts.items()
        if a["kind"] == "Method" and calls[uid]
    ]
    return sorted(rows, key=lambda row: (-row["callers"], row["method"], row["path"]))[:25]


def open_calls(graph: Exported) -> list[Record]:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for edge in graph.edges:
        caller = graph.artifacts[edge["target"]]
        for site in edge.get("open_sites", ()):
            place, reason, name = site.split(" ", 2)
            line = edge["start_line"] + int(place.split(":")[0])
            found[reason, name].append(f"{caller['path']}:{line}")
    rows: list[Record] = [
        {"reason": reason, "name": name, "sites": len(places), "example": min(places)}
        for (reason, name), places in found.items()
    ]
    return sorted(rows, key=lambda row: (-row["sites"], row["name"], row["reason"]))[:100]


def _places(graph: Exported, reader: Record, sites: list[int]) -> list[str]:
    return [f"{reader['path']}:{graph.start_line(reader['uid']) + site}" for site in sites]


def _walks(start: str, steps: Any, depth: int) -> Iterator[Drawn]:
    """Every walk of 1 to `depth` steps that takes no edge twice."""

    def go(drawn: Drawn, used: frozenset[int]) -> Iterator[Drawn]:
        if len(used) == depth:
            return
        for step in steps(drawn[-1]):
            if step.number not in used:
                longer = (*drawn, step.type, step.to)
                yield longer
                yield from go(longer, used | {step.number})

    return go((start,), frozenset())
