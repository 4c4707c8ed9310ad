"""`@overload`: which of the written signatures a call fits, by count, names and plain kinds of arguments.

The first that fits says what the call gives; where none fits or nothing is overloaded, the function
itself says it.
"""

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.last_name import last_name
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.values import Foreign, Found, Function, Instance, Place

_PLAIN = frozenset(f"builtins.{name}" for name in ("str", "bytes", "int", "float", "bool"))


def overload(engine: Engine, place: Place, function: Function, call: Expr, shift: int) -> Function | None:
    """The signature that a call fits; `shift` arguments come before those that are written."""
    assert call is not None
    for each in _signatures(function):
        if _fits_count(each, call, shift) and _fits_kinds(engine, place, each, call, shift):
            return each
    return None


def _signatures(function: Function) -> list[Function]:
    """The overloads written above a function, under its name."""
    owner = function.parent
    bindings = owner.scope.bindings.get(function.scope.name, ()) if owner is not None else ()
    if len(bindings) < 2:
        return []
    written = [function.module.places[b.value] for b in bindings if b.kind == BindingKind.DEFINITION]
    return [each for each in written if isinstance(each, Function) and _is_overload(each)]


def _is_overload(function: Function) -> bool:
    return any(last_name(decorator) == "overload" for decorator in function.scope.decorators)


def _fits_count(function: Function, call: Expr, shift: int) -> bool:
    assert call is not None
    positional, named = call[2], {keyword for keyword, _ in call[3]}
    if any(argument is not None and argument[0] == facts.STARRED for argument in positional):
        return True
    parameters = function.scope.parameters
    plain = [name for name in parameters if not name.startswith("*")]
    if len(positional) + shift > len(plain) and not any(_is_rest(name) for name in parameters):
        return False
    if not named <= set(plain) and not any(name.startswith("**") for name in parameters):
        return False
    filled = len(positional) + shift
    return all(name in named or _has_default(function, name) for name in plain[filled:])


def _is_rest(name: str) -> bool:
    return name.startswith("*") and not name.startswith("**")


def _has_default(function: Function, name: str) -> bool:
    return bool(function.scope.bindings[name][0].extra[3])


def _fits_kinds(engine: Engine, place: Place, function: Function, call: Expr, shift: int) -> bool:
    assert call is not None
    names = [name for name in function.scope.parameters if not name.startswith("*")][shift:]
    for name, argument in zip(names, call[2], strict=False):
        binding = function.scope.bindings[name][0]
        wanted = engine.type_of(function.parent or function, binding.value)
        if _differ(wanted, engine.evaluate(place, argument)):
            return False
    return True


def _differ(wanted: Found, given: Found) -> bool:
    """A text is no function and no order; of anything else nothing is said."""
    if not wanted.values or wanted.is_open or not given.values:
        return False
    plain = {value.name for value in given.values if isinstance(value, Foreign)}
    if len(plain) != len(given.values) or not plain <= _PLAIN:
        return False
    kinds = [value for value in wanted.values if isinstance(value, Foreign | Instance)]
    names = {value.name for value in kinds if isinstance(value, Foreign)}
    return len(kinds) == len(wanted.values) and not names & plain and all(_is_telling(name) for name in names)


def _is_telling(name: str) -> bool:
    return name in _PLAIN or name.rpartition(".")[2] == "Callable"
