"""Facts of all Python files -> CALLS, EXTENDS, OVERRIDES, and the call sites that stay open. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from kg.ingest.parse.python.facts import BindingKind, PythonFacts
from kg.ingest.resolve.python.accessors import Written, attribute_read, written_names
from kg.ingest.resolve.python.calls import Reached, Site, open_site
from kg.ingest.resolve.python.classes import bases, method
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.implicit import implicit_calls, made_subclass
from kg.ingest.resolve.python.looks import OFFERED, Answer, Looks, Sites
from kg.ingest.resolve.python.modules import Modules
from kg.ingest.resolve.python.offers import Offers
from kg.ingest.resolve.python.values import Class, Function, Place
from kg.ingest.resolve.room import room_to_work
from kg.schema.facts import Edge, Facts, OpenSite, Resolution
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How

_RANKS = {How.EXACT: 0, How.INFERRED: 1, How.CANDIDATE: 2}


def resolve_python(files: Sequence[Facts]) -> Resolution:
    """What the Python files of one repository call, extend and override."""
    modules = Modules(file.code for file in files if isinstance(file.code, PythonFacts))
    written = written_names(modules)
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    for found in look(modules, lambda engine, sites: resolution(engine, sites, written)).values():
        edges += found.edges
        open_sites |= found.open_sites
    return Resolution(tuple(edges), open_sites)


def look(modules: Modules, ask: Callable[[Engine, Sites], Answer]) -> dict[str, Answer]:
    """What is to be known of the call sites of every file, by path, after the last look at it."""
    own = {module.facts.path: module for module in modules.by_name.values() if not module.is_folder}
    offers = Offers({}, own)
    looks = Looks(modules, offers)
    with room_to_work():
        for number, form in enumerate(OFFERED):
            offers.replace(form, {path: looks.step(module, number) for path, module in own.items()})
            looks.close(number)
        return {path: looks.last(module, ask) for path, module in own.items()}


def resolution(engine: Engine, sites_of: Sites, written: Written) -> Resolution:
    """What the last look at one file ties together."""
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
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
