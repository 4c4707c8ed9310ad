"""What an argument says about type parameters, and whether it may stand for a parameter at all."""

from dataclasses import dataclass

from kg.ingest.resolve.typescript.engine import Engine
from kg.ingest.resolve.typescript.members import element, instance_of, lineage, member
from kg.ingest.resolve.typescript.paths import promised
from kg.ingest.resolve.typescript.program import File, FunctionDecl
from kg.ingest.resolve.typescript.types import (
    Both,
    ClassValue,
    External,
    Func,
    Instance,
    Literal,
    Text,
    Tuple,
    Type,
    TypeParam,
    Union,
    parts,
    substitute,
    union,
)
from kg.schema import typescript as ts
from kg.schema.typescript import Value

_DEEPEST = 6
_MOST_MEMBERS = 20
_PRIMITIVE = frozenset(("String", "Number", "Boolean", "Symbol", "BigInt"))


@dataclass(slots=True)
class Learning:
    """What one call teaches of type parameters."""

    engine: Engine
    known: dict[TypeParam, Type]
    asks_functions: bool
    """Whether functions written in place may be asked what they give: not before their own parameters
    can be told what they are."""


def infer(learning: Learning, wanted: Type, given: Type, depth: int = 0) -> None:
    """Note what `given` says about the type parameters in `wanted`."""
    if wanted is None or given is None or not wanted.open or depth > _DEEPEST:
        return
    if isinstance(wanted, TypeParam):
        if wanted.this_of is None:
            before = learning.known.get(wanted)
            learning.known[wanted] = given if before is None else union((before, given))
    elif isinstance(wanted, Union):
        _infer_union(learning, wanted, given, depth)
    elif isinstance(wanted, Both):
        for each in wanted.types:
            infer(learning, each, given, depth + 1)
    elif isinstance(wanted, Func):
        _infer_function(learning, wanted, given, depth)
    elif isinstance(wanted, Tuple) and isinstance(given, Tuple):
        for one, other in zip(wanted.elements, given.elements, strict=False):
            infer(learning, one, other, depth + 1)
    elif isinstance(wanted, Instance):
        _infer_instance(learning, wanted, given, depth)


def _infer_union(learning: Learning, wanted: Union, given: Type, depth: int) -> None:
    """`T | Promise<T>`: what fits a member in full says it there, else a bare parameter takes it."""
    held = promised(learning.engine, given)
    bare = [each for each in wanted.types if isinstance(each, TypeParam)]
    if held is not given and bare and any(isinstance(each, Instance) for each in wanted.types):
        infer(learning, bare[0], held, depth + 1)
        return
    before = len(learning.known)
    for each in wanted.types:
        if not isinstance(each, TypeParam):
            infer(learning, each, given, depth + 1)
    if len(learning.known) == before and bare:
        infer(learning, bare[0], given, depth + 1)


def _infer_function(learning: Learning, wanted: Func, given: Type, depth: int) -> None:
    engine, sign = learning.engine, wanted.fns[0]
    result = substitute(engine.rules.result(engine, sign), wanted.bindings)
    if wanted.constructs:
        infer(learning, result, instance_of(engine, given), depth + 1)
        return
    found = engine.rules.callables(engine, given)
    if not found or (not learning.asks_functions and must_be_told(found[0].fns[-1])):
        return
    func, own = found[0], found[0].fns[-1]
    infer(learning, result, substitute(engine.rules.result(engine, own), func.bindings), depth + 1)
    for one, other in zip(sign.facts.parameters, own.facts.parameters, strict=False):
        if other.type is not None:
            known = substitute(engine.written(sign.file, sign.facts.scope, one.type), wanted.bindings)
            infer(learning, known, engine.written(own.file, own.facts.scope, other.type), depth + 1)


def must_be_told(fn: FunctionDecl) -> bool:
    """A function written in place whose parameters are only known by what it stands for."""
    facts = fn.facts
    return (
        facts.context is not None and facts.result is None and any(p.type is None for p in facts.parameters)
    )


def _infer_instance(learning: Learning, wanted: Instance, given: Type, depth: int) -> None:
    engine = learning.engine
    if isinstance(given, Literal) or wanted.decl.is_anonymous:
        _infer_members(learning, wanted, given, depth)
        return
    constructs = [(file, facts.constructs) for file, facts in wanted.decl.parts if facts.constructs]
    if isinstance(given, ClassValue | Func) and constructs:
        file, indexes = constructs[0]
        made = substitute(engine.rules.result(engine, file.fn(indexes[0])), wanted.bindings)
        infer(learning, made, instance_of(engine, given), depth + 1)
        return
    for each in lineage(engine, given):
        if each.decl is wanted.decl:
            for param, value in wanted.bindings.items():
                infer(learning, value, each.bindings.get(param), depth + 1)
            return
    if wanted.decl.file.is_library and wanted.bindings:
        infer(learning, next(iter(wanted.bindings.values())), element(engine, given), depth + 1)
    elif wanted.bindings:
        _infer_members(learning, wanted, given, depth)


def _infer_members(learning: Learning, wanted: Instance, given: Type, depth: int) -> None:
    """An object for an object type: member by member."""
    engine = learning.engine
    for _, facts in wanted.decl.parts:
        names = [each.name for each in facts.fields] + [each.name for each in facts.methods]
        for name in names[:_MOST_MEMBERS]:
            infer(learning, member(engine, wanted, name), member(engine, given, name), depth + 2)


def compatible(engine: Engine, file: File, scope: int, given: Value, wanted: Type) -> bool:
    """Whether an argument may stand for a parameter, by the kind of thing it is. In doubt it may."""
    if given is None or wanted is None or isinstance(wanted, TypeParam | External):
        return True
    if given[0] == ts.FUNCTION:
        return any(_takes_function(engine, each) for each in parts(wanted))
    found = engine.value(file, scope, given)
    if found is None or isinstance(found, External | TypeParam):
        return True
    return any(_fits(engine, one, each) for one in parts(found) for each in parts(wanted))


def _takes_function(engine: Engine, wanted: Type) -> bool:
    if isinstance(wanted, Instance):
        return not _is_primitive(wanted) and (
            bool(engine.rules.callables(engine, wanted)) or not wanted.decl.file.is_library
        )
    return not isinstance(wanted, Text | Tuple)


def _is_primitive(of: Type) -> bool:
    return isinstance(of, Instance) and of.decl.file.is_library and of.decl.name in _PRIMITIVE


def _kind(of: Type) -> str:
    if isinstance(of, Text):
        return of.kind
    return of.decl.name if isinstance(of, Instance) and _is_primitive(of) else ""


def _fits(engine: Engine, given: Type, wanted: Type) -> bool:
    if given is None or isinstance(wanted, TypeParam | External | Both) or wanted is None:
        return True
    if isinstance(wanted, Text):
        return (isinstance(given, Text) and (given.text == wanted.text or given.kind != wanted.kind)) or (
            not isinstance(given, Text) and _kind(given) == wanted.kind
        )
    one, other = _kind(given), _kind(wanted)
    if one or other:
        return one == other
    if isinstance(wanted, Func):
        return isinstance(given, Func | ClassValue | Instance)
    if isinstance(given, Func):
        return _takes_function(engine, wanted)
    if isinstance(wanted, Instance) and isinstance(given, Instance | Tuple):
        return _is_a(engine, given, wanted)
    return True


def _is_a(engine: Engine, given: Type, wanted: Instance) -> bool:
    """Two classes that are not related do not fit; an interface may be met without a word."""
    if any(each.decl is wanted.decl for each in lineage(engine, given)):
        return True
    if wanted.decl.file.is_library and wanted.decl.name in (
        "Array",
        "ReadonlyArray",
        "Map",
        "Set",
        "Promise",
        "Date",
        "RegExp",
    ):
        return False
    return wanted.decl.facts.form != "class"
