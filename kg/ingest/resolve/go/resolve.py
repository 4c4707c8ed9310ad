"""`resolve_go`: builds the world of packages, reads every body, gives edges and open sites."""

from collections.abc import Iterable, Iterator, Sequence

from kg.ingest.resolve.go import calls, literals, statements, types, values  # noqa: F401 - they register rules
from kg.ingest.resolve.go.body import Body, evaluate
from kg.ingest.resolve.go.caller import Caller
from kg.ingest.resolve.go.declared import SourceFunction, Variable
from kg.ingest.resolve.go.hierarchy import hierarchy
from kg.ingest.resolve.go.packages import SourceFile
from kg.ingest.resolve.go.statements import several
from kg.ingest.resolve.go.types import Maybe, plain
from kg.ingest.resolve.go.world import World
from kg.ingest.resolve.room import room_to_work
from kg.schema import go
from kg.schema.facts import Edge, Facts, OpenSite, Resolution
from kg.schema.go import Code, GoFacts, GoModule, GoVariables
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType


def resolve_go(files: Sequence[Facts]) -> Resolution:
    """CALLS, EXTENDS, IMPLEMENTS and OVERRIDES among the files; `go.mod` and `go.work` say what imports mean."""
    with room_to_work():
        world = open_world(files)
        found = [*(tie(file) for file in world.files), relations(world)]
        edges = tuple(edge for each in found for edge in each.edges)
        return Resolution(edges, {uid: sites for each in found for uid, sites in each.open_sites.items()})


def open_world(files: Iterable[Facts]) -> World:
    codes = [each.code for each in files]
    return World(
        [code for code in codes if isinstance(code, GoFacts)],
        [code for code in codes if isinstance(code, GoModule)],
        _type_of_variable,
    )


def tie(file: SourceFile) -> Resolution:
    """What the bodies of one file call. Of other files they see declarations alone."""
    edges: list[Edge] = []
    open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
    for caller in _callers(file):
        edges += caller.edges()
        if caller.open:
            open_sites[caller.uid] = tuple(caller.open)
    return Resolution(tuple(edges), open_sites)


def relations(world: World) -> Resolution:
    """What declarations alone decide; local types must have been met, as `tie` does."""
    return Resolution(tuple(_best(hierarchy(world))))


def _best(edges: Iterable[Edge]) -> Iterable[Edge]:
    """One edge of a type between two: a method may stand for another by way of several interfaces."""
    found: dict[tuple[EdgeType, Uid, Uid], Edge] = {}
    for edge in edges:
        key = (edge.type, edge.source, edge.target)
        if key not in found or found[key].confidence < edge.confidence:
            found[key] = edge
    return found.values()


def _callers(file: SourceFile) -> Iterator[Caller]:
    for function in file.functions:
        if function.facts is not None and function.facts.body is not None:
            yield _read_function(function, function.facts.body)
    if file.facts.initializer is not None:
        yield _read_variables(file, file.facts.initializer)


def _read_function(function: SourceFunction, code: Code) -> Caller:
    facts, file = function.facts, function.file
    assert facts is not None and file is not None
    caller = Caller(facts.uid, facts.row)
    body = Body(caller, file, function.environment)
    environment = function.environment
    while environment is not file.environment and environment.outer is not None:
        for name, of in environment.names.items():
            body.bind(name, (types.TYPE_NAME, of))
        environment = environment.outer
    body.bind(facts.receiver_name, function.receiver_type())
    for names, found in (
        (facts.parameter_names, function.type()[1]),
        (facts.result_names, function.type()[2]),
    ):
        for name, of in zip(names, found, strict=False):
            body.bind(name, of)
    evaluate(body, code)
    return caller


def _read_variables(file: SourceFile, uid: Uid) -> Caller:
    caller = Caller(uid, file.facts.initializer_row)
    body = Body(caller, file, file.environment)
    for line in file.facts.variables:
        for value in line.values:
            evaluate(body, value)
    return caller


def _type_of_variable(variable: Variable) -> Maybe:
    """Of a package-level name: as written, else what its value is. Calls in it are noted elsewhere."""
    line, file = variable.facts, variable.file
    if line.type is not None:
        return file.environment.type(line.type)
    if not line.values:
        return _type_above(variable)
    value = line.values[0] if len(line.values) == 1 and len(line.names) == 1 else None
    if value is not None and value[0] == go.COMPOSITE:
        return file.environment.type(value[1])
    if value is not None and value[0] == go.CLOSURE:
        return file.environment.type(value[1])
    if value is not None and value[:2] == (go.UNARY, "&") and value[2][0] == go.COMPOSITE:
        return (types.POINTER, file.environment.type(value[2][1]))
    unheard = Body(Caller(Uid(""), 0), file, file.environment)
    found = several(unheard, line.values, len(line.names))[variable.index]
    return found[2] if found is not None and found[0] == types.REFERENCE else plain(found)


def _type_above(variable: Variable) -> Maybe:
    """A constant without a value repeats the line above it."""
    lines = variable.file.facts.variables
    above: GoVariables | None = None
    for line in lines:
        if line is variable.facts:
            break
        if line.values:
            above = line
    if above is None or not above.names:
        return None
    return _type_of_variable(Variable(above, 0, variable.file))
