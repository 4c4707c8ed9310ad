"""Facts of all Python files -> CALLS, EXTENDS, OVERRIDES, and the call sites that stay open. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from kg.ingest.parse.python.facts import BindingKind, PythonFacts
from kg.ingest.resolve.python.calls import (
    Reached,
    Site,
    context_calls,
    open_site,
    property_read,
    site,
)
from kg.ingest.resolve.python.classes import bases, method
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.evaluator import Evaluator
from kg.ingest.resolve.python.functions import is_property
from kg.ingest.resolve.python.modules import Modules
from kg.ingest.resolve.python.values import Class, Function, Place
from kg.schema.facts import Edge, Facts, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How

_RANKS = {How.EXACT: 0, How.INFERRED: 1, How.CANDIDATE: 2}


def resolve_python(files: Sequence[Facts]) -> Resolution:
    """What the Python files of one repository call, extend and override."""
    engine = Evaluator(Modules(file.code for file in files if isinstance(file.code, PythonFacts)))
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    properties = _property_names(engine)
    for place in _places(engine):
        sites = call_sites(engine, place)
        implicit = [property_read(engine, place, access, properties) for access in place.scope.accesses]
        implicit += [context_calls(engine, place, entered, line) for entered, line in place.scope.contexts]
        edges += _calls(place, sites, implicit)
        left = tuple(dict.fromkeys(o for s in sites if (o := open_site(s, place.scope.line)) is not None))
        if left:
            open_sites[place.uid] = left
        if isinstance(place, Class):
            edges += _inheritance(engine, place)
    return Resolution(tuple(edges), open_sites)


def call_sites(engine: Engine, place: Place) -> list[Site]:
    """Every call site of a place, resolved or not."""
    return [site(engine, place, call) for call in place.scope.calls]


def _places(engine: Engine) -> Iterator[Place]:
    for module in engine.modules.by_name.values():
        if not module.is_folder:
            yield from module.places


def _property_names(engine: Engine) -> frozenset[str]:
    return frozenset(
        place.scope.name for place in _places(engine) if isinstance(place, Function) and is_property(place)
    )


def _calls(place: Place, sites: list[Site], implicit: Iterable[list[Reached]]) -> list[Edge]:
    """One edge a target; it is as sure as its surest site."""
    found: dict[Function, list[Reached]] = {}
    for reached in (*(r for s in sites for r in s.reached), *(r for each in implicit for r in each)):
        found.setdefault(reached.target, []).append(reached)
    return [_call(place, target, reached) for target, reached in found.items()]


def _call(place: Place, target: Function, reached: list[Reached]) -> Edge:
    best = min(reached, key=lambda r: (_RANKS[r.how], -r.confidence))
    lines = tuple(sorted({r.line - place.scope.line for r in reached}))
    return Edge(EdgeType.CALLS, place.uid, target.uid, best.how, best.confidence, lines)


def _inheritance(engine: Engine, cls: Class) -> list[Edge]:
    """EXTENDS to each base written here, OVERRIDES from each method to the nearest one it replaces."""
    lineage = engine.lineage(cls)
    edges = [Edge(EdgeType.EXTENDS, cls.uid, base.uid) for base in _written_bases(engine, cls)]
    behind = [entry for entry in lineage[1:] if isinstance(entry, Class)]
    for name, bindings in cls.scope.bindings.items():
        own = [cls.module.places[b.value] for b in bindings if b.kind == BindingKind.DEFINITION]
        replaced = next((m for entry in behind if (m := method(entry, name)) is not None), None)
        if replaced is not None:
            edges += [Edge(EdgeType.OVERRIDES, m.uid, replaced.uid) for m in own if isinstance(m, Function)]
    return edges


def _written_bases(engine: Engine, cls: Class) -> list[Class]:
    return [base for base in bases(engine, cls) if isinstance(base, Class)]
