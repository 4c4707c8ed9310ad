"""Which of a callee's functions a call means, what its type parameters stand for, what it gives.

Overloads are told apart by number and kind of arguments, in the order they are written. Functions that
are given as arguments come last: their parameters are typed by what the others say.
"""

from typing import Any, NamedTuple

from kg.ingest.resolve.typescript.engine import UNSEEN, Engine
from kg.ingest.resolve.typescript.generics import bound
from kg.ingest.resolve.typescript.inference import Learning, compatible, infer
from kg.ingest.resolve.typescript.members import bases, constraint, element, instance_of
from kg.ingest.resolve.typescript.paths import promised
from kg.ingest.resolve.typescript.program import ClassDecl, File, FunctionDecl
from kg.ingest.resolve.typescript.types import (
    Bindings,
    Both,
    ClassValue,
    External,
    Func,
    Instance,
    Made,
    Type,
    TypeParam,
    Union,
    joined,
    substitute,
    union,
)
from kg.schema import typescript as ts
from kg.schema.typescript import Parameter, Value

_DEEPEST = 12


class Chosen(NamedTuple):
    """A function with everything that is known of its type parameters."""

    func: Func
    fn: FunctionDecl
    known: Bindings
    """Without what functions given as arguments tell."""


def callables(engine: Engine, of: Type, depth: int = 0) -> list[Func]:
    """What can be called in a type."""
    if isinstance(of, Func):
        return [of]
    if isinstance(of, Union) and depth < _DEEPEST:
        return [func for each in of.types for func in callables(engine, each, depth + 1)]
    if isinstance(of, Both) and depth < _DEEPEST:
        return next((found for each in of.types if (found := callables(engine, each, depth + 1))), [])
    if isinstance(of, Instance):
        own = [(file, facts.calls) for file, facts in of.decl.parts if facts.calls]
        if own:
            return [Func(tuple(file.fn(i) for file, calls in own for i in calls), of.bindings)]
        above = [substitute(base, of.bindings) for base in bases(engine, of.decl)] if depth < _DEEPEST else []
        return next((found for base in above if (found := callables(engine, base, depth + 1))), [])
    if isinstance(of, TypeParam) and of.this_of is None and depth < _DEEPEST:
        return callables(engine, constraint(engine, of), depth + 1)
    return []


def constructors(engine: Engine, of: Type, depth: int = 0) -> list[Func]:
    """What `new` calls: the nearest constructor that is written."""
    if isinstance(of, ClassValue):
        own = own_constructor(of.decl)
        if own:
            return [Func(own)]
        for base in bases(engine, of.decl):
            if isinstance(base, Instance) and depth < _DEEPEST:
                found = constructors(engine, ClassValue(base.decl), depth + 1)
                if found:
                    return [Func(f.fns, joined(f.bindings, base.bindings)) for f in found]
        return []
    if isinstance(of, Func):
        return [of]
    if isinstance(of, Union | Both):
        return [func for each in of.types for func in constructors(engine, each, depth + 1)]
    if isinstance(of, Instance):
        return [
            Func(tuple(file.fn(i) for i in facts.constructs), of.bindings, constructs=True)
            for file, facts in of.decl.parts
            if facts.constructs
        ]
    if isinstance(of, TypeParam) and depth < _DEEPEST:
        return constructors(engine, constraint(engine, of), depth + 1)
    return []


def own_constructor(decl: ClassDecl) -> tuple[FunctionDecl, ...]:
    return tuple(
        fn
        for file, facts in decl.parts
        for m in facts.methods
        if m.form == "constructor"
        for fn in file.fns(m)
    )


def choose(engine: Engine, file: File, scope: int, code: tuple[Any, ...]) -> Chosen | None:
    """The function a call means, for its types; remembered by call."""
    key = id(code)
    found = engine.choices.get(key, UNSEEN)
    if found is not UNSEEN:
        return found  # type: ignore[return-value] # not the mark
    engine.choices[key] = None
    callee = engine.value(file, scope, code[1])
    funcs = constructors(engine, callee) if code[0] == ts.NEW else callables(engine, callee)
    chosen = None if not funcs else _chosen(engine, file, scope, code, _typed(engine, funcs[0]))
    engine.choices[key] = chosen
    return chosen


def _typed(engine: Engine, func: Func) -> Func:
    """A variable's own type says more of a call than the function it holds."""
    declared = callables(engine, func.declared) if func.declared is not None else []
    return declared[0] if declared else func


def _chosen(engine: Engine, file: File, scope: int, code: tuple[Any, ...], func: Func) -> Chosen:
    given, written = code[2], code[3]
    assert isinstance(given, tuple) and isinstance(written, tuple)
    fn = _overload(engine, file, scope, func, given)
    known: dict[TypeParam, Type] = {}
    params = fn.file.type_params(fn.facts.scope, fn.facts.type_parameters)
    if written:
        known.update(zip(params, [engine.written(file, scope, each) for each in written], strict=False))
    elif _is_generic(fn):
        _learn(Learning(engine, known, asks_functions=False), file, scope, fn, given)
    return Chosen(func, fn, known)


def _is_generic(fn: FunctionDecl) -> bool:
    """Whether anything it is given can say more of its types."""
    return bool(fn.facts.type_parameters or fn.free)


def _learn(learning: Learning, file: File, scope: int, fn: FunctionDecl, given: tuple[Value, ...]) -> None:
    engine = learning.engine
    for index, each in enumerate(given):
        wanted = parameter(fn, index)
        if wanted is None or wanted.type is None:
            continue
        found = parameter_type(engine, fn, wanted)
        if found is not None and found.open:
            infer(learning, found, engine.value(file, scope, each))


def _overload(engine: Engine, file: File, scope: int, func: Func, given: tuple[Value, ...]) -> FunctionDecl:
    signs = [fn for fn in func.fns if not fn.facts.has_body] or list(func.fns)
    if len(func.fns) == 1 or len(signs) == 1:
        return signs[0]
    spread = any(each is not None and each[0] == ts.SPREAD for each in given)
    fitting = signs if spread else [fn for fn in signs if _takes(fn, len(given))]
    for fn in fitting:
        if all(
            compatible(engine, file, scope, each, _wanted(engine, fn, index))
            for index, each in enumerate(given)
        ):
            return fn
    return (fitting or signs)[0]


def _wanted(engine: Engine, fn: FunctionDecl, index: int) -> Type:
    found = parameter(fn, index)
    return None if found is None else parameter_type(engine, fn, found)


def _takes(fn: FunctionDecl, count: int) -> bool:
    parameters = fn.facts.parameters
    least = sum(1 for p in parameters if not (p.optional or p.rest))
    most = 1_000 if parameters and parameters[-1].rest else len(parameters)
    return least <= count <= most


def parameter(fn: FunctionDecl, index: int) -> Parameter | None:
    """The parameter an argument stands for."""
    parameters = fn.facts.parameters
    if index < len(parameters):
        return parameters[index]
    return parameters[-1] if parameters and parameters[-1].rest else None


def parameter_type(engine: Engine, fn: FunctionDecl, wanted: Parameter) -> Type:
    """What one argument for it must be."""
    found = engine.written(fn.file, fn.facts.scope, wanted.type)
    return element(engine, found) if wanted.rest else found


def call_result(engine: Engine, file: File, scope: int, code: tuple[Any, ...]) -> Type:
    """What a call gives."""
    callee = engine.value(file, scope, code[1])
    if isinstance(callee, External):
        return External(callee.package, callee.name)
    if isinstance(callee, Union):
        return union(plain_result(engine, func) for func in callables(engine, callee))
    chosen = choose(engine, file, scope, code)
    if chosen is None:
        return None
    found = result_of(engine, chosen.fn)
    known = _all_known(engine, file, scope, code, chosen)
    return substitute(found, joined(known, chosen.func.bindings))


def new_result(engine: Engine, file: File, scope: int, code: tuple[Any, ...]) -> Type:
    """What `new` gives."""
    callee = engine.value(file, scope, code[1])
    written = code[3]
    assert isinstance(written, tuple)
    if isinstance(callee, ClassValue):
        if written:
            types = [engine.written(file, scope, each) for each in written]
            return Instance(callee.decl, bound(engine, callee.decl, types))
        chosen = choose(engine, file, scope, code)
        known = {} if chosen is None else _all_known(engine, file, scope, code, chosen)
        mine = {p: known.get(p) for params in callee.decl.params for p in params if known.get(p) is not None}
        return Instance(callee.decl, {**bound(engine, callee.decl, ()), **mine})
    if isinstance(callee, Func) and not callee.constructs:
        return Made(callee.fns[-1])
    chosen = choose(engine, file, scope, code)
    if chosen is None:
        return instance_of(engine, callee)
    known = _all_known(engine, file, scope, code, chosen)
    return substitute(result_of(engine, chosen.fn), joined(known, chosen.func.bindings))


def _all_known(engine: Engine, file: File, scope: int, code: tuple[Any, ...], chosen: Chosen) -> Bindings:
    """With what the functions given tell by what they return."""
    given = code[2]
    assert isinstance(given, tuple)
    fn, known = chosen.fn, dict(chosen.known)
    if not code[3] and _is_generic(fn):
        _learn(Learning(engine, known, asks_functions=True), file, scope, fn, given)
    params = fn.file.type_params(fn.facts.scope, fn.facts.type_parameters)
    for param in params:
        if known.get(param) is None and param.default is not None:
            known[param] = substitute(engine.written(param.file, param.scope, param.default), known)
    return known


def plain_result(engine: Engine, of: Type) -> Type:
    """What calling something gives, whatever it is given."""
    found = callables(engine, of)
    if not found:
        return of if isinstance(of, External) else None
    func = _typed(engine, found[0])
    return substitute(result_of(engine, func.fns[0]), func.bindings)


def result_of(engine: Engine, fn: FunctionDecl) -> Type:
    """What a function gives, in terms of its type parameters."""
    found = engine.results.get(fn, UNSEEN)
    if found is UNSEEN:
        engine.results[fn] = None
        found = engine.results[fn] = _result(engine, fn)
    return found  # type: ignore[return-value] # what was put there


def _result(engine: Engine, fn: FunctionDecl) -> Type:
    facts, file = fn.facts, fn.file
    if facts.result is not None:
        return engine.written(file, facts.scope, facts.result)
    if not facts.has_body:
        return None
    if facts.generator:
        held = union(engine.value(file, scope, value) for scope, value in facts.yielded)
        return engine.made_of("AsyncIterable" if facts.is_async else "Iterable", held)
    found = union(engine.value(file, scope, value) for scope, value in facts.returned)
    if facts.is_async:
        return engine.made_of("Promise", promised(engine, found))
    return found
