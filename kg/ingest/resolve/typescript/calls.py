"""Where each call site goes: the declared targets with a confidence, or why there is none."""

from dataclasses import dataclass, field
from typing import Any

from kg.ingest.resolve.typescript.choice import callables, constructors
from kg.ingest.resolve.typescript.engine import Engine
from kg.ingest.resolve.typescript.members import bases, find
from kg.ingest.resolve.typescript.program import File, FunctionDecl
from kg.ingest.resolve.typescript.types import (
    ClassValue,
    External,
    Func,
    Instance,
    Type,
    parts,
)
from kg.schema import typescript as ts
from kg.schema.typescript import TsCall, Value
from kg.schema.vocabulary import OpenReason

EXACT = 1.0
OF_FEW = 0.9
HANDED_ON = 0.8
"""A function that is named as an argument is called by whoever it is handed to, or kept for later."""
OF_SEVERAL = 0.5
_FEW = 3
_SEVERAL = 8


@dataclass(slots=True)
class Reached:
    """What one call site reaches, or why it reaches nothing here."""

    targets: dict[FunctionDecl, float] = field(default_factory=dict)
    """With the confidence of each."""
    reason: OpenReason = OpenReason.DYNAMIC
    name: str = ""


def reach(engine: Engine, file: File, call: TsCall) -> Reached:
    """Where a call goes."""
    form, callee = call.value[0], call.value[1]
    if callee is not None and callee[0] == ts.SUPER:
        return _super(engine, file, callee)
    of = engine.value(file, call.scope, callee)
    if form == ts.NEW:
        return _made(engine, of, callee)
    if form == ts.JSX:
        return _component(engine, of, callee)
    return _called(engine, of, callee)


def handed(engine: Engine, file: File, scope: int, value: Value) -> FunctionDecl | None:
    """The function of ours that a name handed on is the name of: not a variable that may hold one."""
    of = engine.value(file, scope, value)
    if not isinstance(of, Func) or of.constructs:
        return None
    fn = of.fns[-1]
    is_ours = fn.facts.uid and fn.facts.has_body and not fn.file.is_library
    named_so = fn.facts.name in ("default", written(value).rpartition(".")[2])
    return fn if is_ours and named_so else None


def _called(engine: Engine, of: Type, callee: Value) -> Reached:
    funcs = callables(engine, of)
    if funcs:
        return _tied(funcs, callee)
    if isinstance(of, ClassValue):  # a decorator or a factory that is a class: called without `new`
        return _made(engine, of, callee)
    return _open(engine, of, callee)


def _tied(funcs: list[Func], callee: Value) -> Reached:
    """One target a function; several functions are several targets."""
    found: list[FunctionDecl] = []
    outside: FunctionDecl | None = None
    for func in funcs:
        fn = func.fns[-1]
        if fn.facts.uid and not fn.file.is_library:
            if all(other.facts.uid != fn.facts.uid for other in found):
                found.append(fn)
        elif fn.file.is_library:
            outside = fn
    if not found:
        if outside is not None:
            return Reached(
                reason=OpenReason.EXTERNAL, name=outside.facts.uid.rpartition("#")[2] or written(callee)
            )
        return Reached(reason=OpenReason.DYNAMIC, name=written(callee))
    if len(found) > _SEVERAL:
        return Reached(reason=OpenReason.AMBIGUOUS, name=written(callee))
    confidence = EXACT if len(found) == 1 else OF_FEW if len(found) <= _FEW else OF_SEVERAL
    return Reached(dict.fromkeys(found, confidence))


def _made(engine: Engine, of: Type, callee: Value) -> Reached:
    """`new A()` runs the nearest constructor that is written; one nobody wrote stays open."""
    funcs = constructors(engine, of)
    if funcs:
        return _tied(funcs, callee)
    if isinstance(of, ClassValue):
        outside = next((base for base in bases(engine, of.decl) if isinstance(base, External)), None)
        if outside is not None:
            return Reached(reason=OpenReason.EXTERNAL, name=f"{outside}.constructor")
        reason = OpenReason.EXTERNAL if of.decl.file.is_library else OpenReason.GENERATED
        return Reached(reason=reason, name=of.decl.name)
    return _open(engine, of, callee)


def _super(engine: Engine, file: File, callee: tuple[Any, ...]) -> Reached:
    """`super(…)` calls the constructor of what is extended."""
    above = bases(engine, file.decl(callee[1]))
    if not above:
        return Reached(reason=OpenReason.DYNAMIC, name="super")
    base = above[0]
    return _made(engine, ClassValue(base.decl) if isinstance(base, Instance) else base, callee)


def _component(engine: Engine, of: Type, callee: Value) -> Reached:
    """A component that is a class is called by its `render`; without one, by its constructor."""
    if isinstance(of, ClassValue):
        render = find(engine, of.decl, "render", static=False)
        return _tied([render], callee) if isinstance(render, Func) else _made(engine, of, callee)
    return _called(engine, of, callee)


def _open(engine: Engine, of: Type, callee: Value) -> Reached:
    for each in parts(of):
        if isinstance(each, External):
            return Reached(reason=OpenReason.EXTERNAL, name=str(each))
        if isinstance(each, Instance) and each.decl.file.is_library:
            return Reached(reason=OpenReason.EXTERNAL, name=each.decl.name)
    return Reached(reason=OpenReason.DYNAMIC, name=written(callee))


def written(code: Value) -> str:
    """The callee as written where it is a dotted name, else what is certain of it."""
    if code is None:
        return "()"
    if code[0] == ts.NAME:
        return str(code[1])
    if code[0] == ts.MEMBER:
        owner = written(code[1])
        return f"{owner}.{code[2]}"
    return {ts.THIS: "this", ts.SUPER: "super"}.get(code[0], "()")
