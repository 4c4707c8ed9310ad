"""Facts of all Python files -> CALLS, EXTENDS, OVERRIDES, and the call sites that stay open. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from kg.ingest.parse.python.facts import BindingKind, Expr, PythonFacts
from kg.ingest.resolve.python.accessors import attribute_read, written_names
from kg.ingest.resolve.python.calls import (
    MAYBE,
    Reached,
    Site,
    open_site,
    site,
)
from kg.ingest.resolve.python.classes import bases, method
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.evaluator import Evaluator
from kg.ingest.resolve.python.flow import incoming
from kg.ingest.resolve.python.implicit import implicit_calls, made_subclass
from kg.ingest.resolve.python.modules import Modules
from kg.ingest.resolve.python.values import Class, Function, Place
from kg.schema.facts import Edge, Facts, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How, OpenReason

LOOKS = 3
"""Three see through a function that hands on what it was handed."""

_RANKS = {How.EXACT: 0, How.INFERRED: 1, How.CANDIDATE: 2}


def resolve_python(files: Sequence[Facts]) -> Resolution:
    """What the Python files of one repository call, extend and override."""
    modules = Modules(file.code for file in files if isinstance(file.code, PythonFacts))
    engine, sites_of = look(modules)
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    written = written_names(_places(modules))
    for place, sites in sites_of.items():
        implicit = [attribute_read(engine, place, access, written) for access in place.scope.accesses]
        implicit += [implicit_calls(engine, place, *call, written) for call in place.scope.implicit]
        implicit += [made_subclass(engine, below) for below in _classes_in(place)]
        edges += _calls(place, sites, implicit)
        left = tuple(dict.fromkeys(o for s in sites if (o := open_site(s, place.scope.line)) is not None))
        if left:
            open_sites[place.uid] = left
        if isinstance(place, Class):
            edges += _inheritance(engine, place)
    return Resolution(tuple(edges), open_sites)


def look(modules: Modules) -> tuple[Engine, dict[Place, list[Site]]]:
    """Every call site of every place, looked at a few times; the engine is that of the last look.

    What a look ties tells the next what parameters are given. Only sites that depend on it are asked
    again, and there is no waiting for an end: what one look more could see stays open.
    """
    engine = Evaluator(modules, {})
    sites_of = {place: [site(engine, place, c) for c in place.scope.calls] for place in _places(modules)}
    for _ in range(LOOKS - 1):
        engine = Evaluator(modules, incoming(engine, _tied(sites_of), sites_of))
        for place, sites in sites_of.items():
            for index, found in enumerate(sites):
                if _is_unsure(found):
                    sites[index] = site(engine, place, place.scope.calls[index])
    return engine, sites_of


def _tied(sites_of: dict[Place, list[Site]]) -> Iterator[tuple[Place, Expr, Site]]:
    for place, sites in sites_of.items():
        for call, found in zip(place.scope.calls, sites, strict=True):
            yield place, call, found


def _is_unsure(found: Site) -> bool:
    """Nobody knew, or all that was known is that it can be called."""
    if found.reason is not None:
        return found.reason is OpenReason.DYNAMIC
    return any(_is_guess(each) for each in found.reached)


def _is_guess(reached: Reached) -> bool:
    """A default, or a callable of which nothing but its `__call__` is known."""
    if reached.how is How.EXACT:
        return False
    return reached.confidence == MAYBE or reached.target.scope.name == "__call__"


def _places(modules: Modules) -> Iterator[Place]:
    for module in modules.by_name.values():
        if not module.is_folder:
            yield from module.places


def _classes_in(place: Place) -> Iterator[Class]:
    """The classes that running a scope makes."""
    for bindings in place.scope.bindings.values():
        for binding in bindings:
            made = place.module.places[binding.value] if binding.kind == BindingKind.DEFINITION else None
            if isinstance(made, Class) and made.parent is place:
                yield made


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
