"""Facts of all TypeScript and JavaScript files -> CALLS, EXTENDS, IMPLEMENTS, OVERRIDES, open sites. Pure."""

import sys
from collections.abc import Sequence

from kg.ingest.resolve.typescript.calls import EXACT, HANDED_ON, Reached, handed, reach
from kg.ingest.resolve.typescript.choice import callables, result_of
from kg.ingest.resolve.typescript.engine import Engine, Rules
from kg.ingest.resolve.typescript.hierarchy import hierarchy, implementations
from kg.ingest.resolve.typescript.library import library_facts
from kg.ingest.resolve.typescript.modules import Modules
from kg.ingest.resolve.typescript.program import File, FunctionDecl, Program
from kg.ingest.resolve.typescript.scopes import Scopes
from kg.ingest.resolve.typescript.values import VALUE_RULES, declared_value
from kg.ingest.resolve.typescript.written import TYPE_RULES
from kg.schema.facts import Edge, Facts, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.typescript import TsCall, TsOwner
from kg.schema.vocabulary import EdgeType, How

_FRAMES = 8_000
"""Questions wait for each other far deeper than Python's own limit allows; `Engine` bounds them."""

_RULES = Rules(VALUE_RULES, TYPE_RULES, declared_value, result_of, callables)

Calls = dict[FunctionDecl, tuple[list[int], list[float]]]


def resolve_typescript(files: Sequence[Facts]) -> Resolution:
    """What the files of one repository call, extend and override."""
    program = Program([file.code for file in files], library_facts())
    engine = Engine(program, Scopes(program, Modules(program)), _RULES)
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _FRAMES))
    try:
        for file in program.files.values():
            _resolve_file(engine, file, edges, open_sites)
    finally:
        sys.setrecursionlimit(limit)
    return Resolution(tuple(edges), open_sites)


def _resolve_file(
    engine: Engine, file: File, edges: list[Edge], open_sites: dict[Uid, tuple[OpenSite, ...]]
) -> None:
    calls: dict[int, Calls] = {}
    left: dict[int, list[OpenSite]] = {}
    for call in file.facts.calls:
        owner = file.facts.owners[call.owner]
        reached = reach(engine, file, call)
        row = call.value[4] - owner.row
        for target, confidence in reached.targets.items():
            rows, confidences = calls.setdefault(call.owner, {}).setdefault(target, ([], []))
            rows.append(row)
            confidences.append(confidence)
        if not reached.targets:
            left.setdefault(call.owner, []).append(_left(call, owner, reached))
    for number, scope, value, row in file.facts.handed:
        fn = handed(engine, file, scope, value)
        if fn is not None:
            rows, confidences = calls.setdefault(number, {}).setdefault(fn, ([], []))
            rows.append(row - file.facts.owners[number].row)
            confidences.append(HANDED_ON)
    for number, found in calls.items():
        edges += _edges(file.facts.owners[number].uid, found)
    for number, sites in left.items():
        open_sites[file.facts.owners[number].uid] = tuple(sites)
    for index in range(len(file.facts.classes)):
        edges.extend(hierarchy(engine, file, index))
    edges.extend(implementations(engine, file))


def _left(call: TsCall, owner: TsOwner, reached: Reached) -> OpenSite:
    return OpenSite(call.value[4] - owner.row, call.value[5], reached.reason, reached.name)


def _edges(source: Uid, calls: Calls) -> list[Edge]:
    """One edge a target; it is as sure as its surest site."""
    return [
        Edge(
            EdgeType.CALLS,
            source,
            target.facts.uid,
            _how(max(confidences)),
            max(confidences),
            tuple(sorted(set(rows))),
        )
        for target, (rows, confidences) in calls.items()
    ]


def _how(confidence: float) -> How:
    if confidence >= EXACT:
        return How.EXACT
    return How.INFERRED if confidence >= HANDED_ON else How.CANDIDATE
