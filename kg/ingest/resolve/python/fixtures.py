"""pytest's fixtures: a parameter of a test is what the fixture of that name gives.

Looked for as pytest does: in the test's class, its module (imported ones too), then in the `conftest`
of each folder above. A convention of a framework, so what follows from it is inferred.
"""

from collections.abc import Iterator

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.parse.python.last_name import last_name
from kg.ingest.parse.python.names import is_test_file
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.values import NOTHING, Foreign, Found, Function, Module, inferred, union


def fixture(engine: Engine, function: Function, name: str) -> Found:
    """What a fixture gives to a parameter of a test or of another fixture."""
    if not _takes_fixtures(function):
        return NOTHING
    for module in (function.module, *_conftests(engine, function.module)):
        found = _fixture_of(engine, module, function, name)
        if found is not None:
            return _given(engine, found)
    return NOTHING


def _conftests(engine: Engine, module: Module) -> Iterator[Module]:
    """The `conftest` beside a module, then those of the folders above."""
    folder = module.name.rpartition(".")[0]
    while True:
        found = engine.module_of(f"{folder}.conftest" if folder else "conftest")
        if found is not None and found is not module:
            yield found
        if not folder:
            return
        folder = folder.rpartition(".")[0]


def _takes_fixtures(function: Function) -> bool:
    if is_fixture(function):
        return True
    return function.scope.name.startswith("test") and is_test_file(function.module.facts.path)


def is_fixture(function: Function) -> bool:
    return any(last_name(decorator).endswith("fixture") for decorator in function.scope.decorators)


def _fixture_of(engine: Engine, module: Module, asking: Function, name: str) -> Function | None:
    """A fixture may take one of its own name from further up."""
    own = [f for f in engine.fixtures(module).get(name, ()) if f is not asking]
    near = [f for f in own if f.owner is not None and f.owner is asking.owner]
    own = near or [f for f in own if f.owner is None]
    if own:
        return own[-1]
    if name not in module.scope.bindings:
        return None
    values = engine.member(module, name).values
    return next((v for v in values if isinstance(v, Function) and v is not asking and is_fixture(v)), None)


def fixtures_of(module: Module) -> dict[str, list[Function]]:
    """The fixtures a module writes, by the name they go by."""
    found: dict[str, list[Function]] = {}
    for place in module.places:
        if isinstance(place, Function) and is_fixture(place):
            found.setdefault(_name(place), []).append(place)
    return found


def _name(function: Function) -> str:
    """`@fixture(name="client")`, else its own."""
    for decorator in function.scope.decorators:
        for keyword, value in _keywords(decorator):
            if keyword == "name" and value is not None and value[0] == facts.CONSTANT and value[2]:
                return str(value[2])
    return function.scope.name


def _keywords(decorator: Expr) -> tuple[tuple[str, Expr], ...]:
    return decorator[3] if decorator is not None and decorator[0] == facts.CALL else ()


def _given(engine: Engine, function: Function) -> Found:
    """What it returns or yields."""
    found = engine.returned(function)
    if not function.scope.generator:
        return inferred(found)
    return inferred(union(v.arguments[0] for v in found.values if isinstance(v, Foreign) and v.arguments))
