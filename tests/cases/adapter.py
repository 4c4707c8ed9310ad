"""The cases' words -> ours, and the one judgement: is in the graph what a case wants there?

In: a case folder (`expect.json`) and the artifacts and edges of the graph it was ingested into. Out:
what is wrong, in sentences; and the wishes, words that have no counterpart in this design or not
yet, which are counted and never failed. Where the two name a thing differently, it is said here.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.schema.facts import Artifact, Edge
from kg.schema.vocabulary import EdgeType, Kind

KINDS = {
    "Method": Kind.METHOD,
    "Function": Kind.METHOD,
    "Constructor": Kind.METHOD,
    "Type": Kind.CLASS,
    "Record": Kind.CLASS,
    "Enum": Kind.CLASS,
    "Object": Kind.CLASS,
    "Interface": Kind.CLASS,
    "ConfigKey": Kind.CONFIG,
    "DocSection": Kind.DOC,
    "Topic": Kind.TOPIC,
    "SqlStatement": Kind.STATEMENT,
    "SqlFragment": Kind.STATEMENT,
    "Table": Kind.TABLE,
    "Route": Kind.ENDPOINT,
    "Postmortem": Kind.POSTMORTEM,
}
"""Kinds that this part of the design has; any other kind is a wish."""

FORMS = {
    "Record": "record",
    "Enum": "enum",
    "Interface": "interface",
    "Constructor": "constructor",
    "SqlFragment": "fragment",
}

EDGES = {
    "CALLS": EdgeType.CALLS,
    "EXTENDS": EdgeType.EXTENDS,
    "IMPLEMENTS": EdgeType.IMPLEMENTS,
    "OVERRIDES": EdgeType.OVERRIDES,
    "INJECTS": EdgeType.INJECTS,
    "READS_CONFIG": EdgeType.READS,
    "MENTIONS": EdgeType.DOCUMENTS,
    "DOCUMENTS": EdgeType.DOCUMENTS,
    "AFFECTS": EdgeType.DOCUMENTS,
    "EXECUTES": EdgeType.EXECUTES,
    "INCLUDES": EdgeType.INCLUDES,
    "READS": EdgeType.QUERIES,
    "WRITES": EdgeType.QUERIES,
    "PRODUCES": EdgeType.PUBLISHES,
    "CONSUMED_BY": EdgeType.CONSUMES,
    "HANDLED_BY": EdgeType.SERVES,
}
ACCESS = {"READS": "read", "WRITES": "write"}
"""What a case says of a table by the word for the edge."""

BACKWARDS = frozenset({"CONSUMED_BY", "HANDLED_BY"})
"""Edges that lead the other way here."""

_LINES = re.compile(r"lines (\d+)-(\d+)")
_DEFINITIONS = re.compile(r"(\d+) definitions")
_VALUE = re.compile(r'value "?([^",]+)')
_ANONYMOUS = re.compile(r"<anonymous (\w+) in ([^>]*)>")
_INITIALISER = re.compile(r"\.(<clinit>|<init>)$")


@dataclass(frozen=True)
class Stored:
    """What is in the graph: the artifacts and edges of one snapshot."""

    artifacts: tuple[Artifact, ...]
    edges: tuple[Edge, ...]

    def named(self, name: str) -> list[Artifact]:
        """Every artifact a case may mean by a name; a redefinition has the name of the first."""
        wanted = our_name(name)
        return [
            a
            for a in self.artifacts
            if a.qualified_name == wanted
            or (a.kind in (Kind.CONFIG, Kind.POSTMORTEM) and a.name == wanted)
            or (a.kind == Kind.DOC and a.qualified_name.lower() == wanted.lower())  # a heading, or its anchor
        ]

    def lines(self, artifact: Artifact) -> tuple[int, int]:
        edge = next(
            e for e in self.edges if e.type == EdgeType.DEFINES and e.target == artifact.uid and e.start_line
        )
        return edge.start_line, edge.end_line


@dataclass(frozen=True)
class Verdict:
    wrong: tuple[str, ...]
    wishes: tuple[str, ...]


def expectation(case: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((case / "expect.json").read_text(encoding="utf-8"))
    return found


def our_name(name: str) -> str:
    """`n.Outer#run()/Local` -> `n.Outer#run()$Local`, `n.Outer.<init>` -> `n.Outer#<init>`."""
    name = name.replace("\\ufeff", "\ufeff")
    name = _ANONYMOUS.sub(r"\2$\1", name)
    name = _INITIALISER.sub(r"#\1", name)
    return name.replace(")/", ")$")


def judge(case: Path, stored: Stored, later: Iterable[str] = ()) -> Verdict:
    """Compare; `later` are kinds and edge words that a later issue owns in this case."""
    wanted, apart = expectation(case), set(later)
    wrong: list[str] = []
    wishes: list[str] = []
    for kind, name, *note in wanted["nodes"]:
        if kind in apart or kind not in KINDS or (apart and _belongs_to_later(name, apart)):
            wishes.append(f"{kind} {name}")
        else:
            wrong += _node(stored, kind, name, note[0] if note else "")
    for source, kind, target in wanted["edges"]:
        if kind == "DECORATED_BY":
            wrong += _decorated(stored, source, target)
        elif kind in apart or kind not in EDGES or (apart and _belongs_to_later(source, apart)):
            wishes.append(f"{source} {kind} {target}")
        elif not _has_edge(stored, source, kind, target):
            wrong.append(f"{source} -[{kind}]-> {target} is missing")
    wrong += [
        f"{kind} {name} must not exist"
        for kind, name, *_ in wanted["absent_nodes"]
        if _exists(stored, kind, name)
    ]
    wrong += [
        f"{source} -[{kind}]-> {target} must not exist"
        for source, kind, target in wanted["absent_edges"]
        if kind in EDGES and _has_edge(stored, source, kind, target)
    ]
    return Verdict(tuple(wrong), tuple(wishes))


def _belongs_to_later(name: str, later: set[str]) -> bool:
    return any(name.startswith(word.removeprefix("name:")) for word in later if word.startswith("name:"))


def _node(stored: Stored, kind: str, name: str, note: str) -> list[str]:
    found = [a for a in stored.named(name) if a.kind == KINDS[kind] and a.form == FORMS.get(kind, a.form)]
    if not found:
        return [f"{kind} {name} is missing"]
    lines = _LINES.search(note)
    if lines and stored.lines(found[0]) != (int(lines[1]), int(lines[2])):
        return [f"{name} stands at {stored.lines(found[0])}, not at {note}"]
    if kind == "ConfigKey" and (wrong := _values(found[0], note)):
        return [f"{name} {wrong}: {found[0].values}"]
    if "two definitions" in note and len(found) < 2:
        return [f"{name} is there once, not twice"]
    return []


def _values(config: Artifact, note: str) -> str:
    """What is wrong with the values of a key; empty where nothing is."""
    definitions, value = _DEFINITIONS.search(note), _VALUE.search(note)
    if definitions and len(config.values) != int(definitions[1]):
        return f"is not set {definitions[1]} times"
    if value and f"default={value[1]}" not in config.values:
        return f"is not {value[1]}"
    return "is set" if note == "undefined" and config.values else ""


def _exists(stored: Stored, kind: str, name: str) -> bool:
    """An absent node is absent by its whole name and, where it is a bare word, as a name."""
    plain = our_name(name)
    return any(
        a.kind == KINDS.get(kind, a.kind) and plain in (a.qualified_name, a.name) for a in stored.artifacts
    )


def _has_edge(stored: Stored, source: str, kind: str, target: str) -> bool:
    if kind in BACKWARDS:
        source, target = target, source
    sources = {a.uid for a in stored.named(source)}
    targets = {a.uid for a in stored.named(target)}
    return any(
        e.type == EDGES[kind]
        and e.source in sources
        and e.target in targets
        and ACCESS.get(kind, "") in str(dict(e.details).get("access", ""))
        for e in stored.edges
    )


def _decorated(stored: Stored, source: str, target: str) -> list[str]:
    """Decorators are kept as they are written on what they decorate."""
    last = target.rpartition(".")[2]
    written = [annotation for a in stored.named(source) for annotation in a.annotations]
    if any(re.split(r"[(\[]", annotation)[0].rpartition(".")[2] == last for annotation in written):
        return []
    return [f"{source} is not decorated by {target}"]
