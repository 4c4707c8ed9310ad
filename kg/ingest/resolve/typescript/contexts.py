"""What a function or object written in place stands for: an argument, a declared value, a result."""

from typing import Any

from kg.ingest.resolve.typescript.choice import callables, choose, parameter, parameter_type, result_of
from kg.ingest.resolve.typescript.engine import Engine
from kg.ingest.resolve.typescript.members import constraint
from kg.ingest.resolve.typescript.paths import follow, promised
from kg.ingest.resolve.typescript.program import File
from kg.ingest.resolve.typescript.types import Func, Type, TypeParam, joined, substitute
from kg.schema import typescript as ts

Context = tuple[Any, ...] | None


def context_type(engine: Engine, file: File, context: Context) -> Func | None:
    """The function type that is expected where a function is written."""
    found = callables(engine, expected(engine, file, context))
    return found[0] if found else None


def expected(engine: Engine, file: File, context: Context) -> Type:
    """The type that is expected in a context."""
    if context is None:
        return None
    path = context[-1]
    assert isinstance(path, tuple)
    if context[0] == ts.DECLARED:
        found = engine.written(file, context[1], context[2])
    elif context[0] == ts.RETURNED:
        found = _returned(engine, file, context[1])
    else:
        found = _argument(engine, file, context[1], context[2])
    return follow(engine, found, path)


def _returned(engine: Engine, file: File, number: int) -> Type:
    """What a function must give back."""
    fn = file.fn(number)
    if fn.facts.result is not None:
        found = result_of(engine, fn)
    else:
        wanted = context_type(engine, file, fn.facts.context)
        if wanted is None:
            return None
        found = substitute(result_of(engine, wanted.fns[0]), wanted.bindings)
    return promised(engine, found) if fn.facts.is_async else found


def _argument(engine: Engine, file: File, number: int, position: int) -> Type:
    call = file.facts.calls[number]
    chosen = choose(engine, file, call.scope, call.value)
    if chosen is None:
        return None
    wanted = parameter(chosen.fn, position)
    if wanted is None:
        return None
    found = parameter_type(engine, chosen.fn, wanted)
    if isinstance(found, TypeParam):
        found = constraint(engine, found)  # the argument itself can't say what it must be
    return substitute(found, joined(chosen.known, chosen.func.bindings))
