"""What an argument says about type parameters, and whether it may stand for a parameter at all."""

from kg.ingest.resolve.typescript.engine import Engine
from kg.ingest.resolve.typescript.members import element, instance_of, lineage, member, promised
from kg.ingest.resolve.typescript.program import File
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
_PRIMITIVE = frozenset(("String", "Number", "Boolean", "Symbol", "BigInt"))


def infer(engine: Engine, wanted: Type, given: Type, known: dict[TypeParam, Type], depth: int = 0) -> None:
    """Note in `known` what `given` says about the type parameters in `wanted`."""
    if wanted is None or given is None or depth > _DEEPEST:
        return
    if isinstance(wanted, TypeParam):
        if wanted.this_of is None:
            known[wanted] = given if known.get(wanted) is None else union((known[wanted], given))
    elif isinstance(wanted, Union):
        _infer_union(engine, wanted, given, known, depth)
    elif isinstance(wanted, Both):
        for each in wanted.types:
            infer(engine, each, given, known, depth + 1)
    elif isinstance(wanted, Func):
        _infer_function(engine, wanted, given, known, depth)
    elif isinstance(wanted, Tuple) and isinstance(given, Tuple):
        for one, other in zip(wanted.elements, given.elements, strict=False):
            infer(engine, one, other, known, depth + 1)
    elif isinstance(wanted, Instance):
        _infer_instance(engine, wanted, given, known, depth)


def _infer_union(
    engine: Engine, wanted: Union, given: Type, known: dict[TypeParam, Type], depth: int
) -> None:
    """`T | Promise<T>`: what fits a member in full says it there, else a bare parameter takes it."""
    held = promised(engine, given)
    bare = [each for each in wanted.types if isinstance(each, TypeParam)]
    if held is not given and bare and any(isinstance(each, Instance) for each in wanted.types):
        infer(engine, bare[0], held, known, depth + 1)
        return
    before = len(known)
    for each in wanted.types:
        if not isinstance(each, TypeParam):
            infer(engine, each, given, known, depth + 1)
    if len(known) == before and bare:
        infer(engine, bare[0], given, known, depth + 1)


def _infer_function(
    engine: Engine, wanted: Func, given: Type, known: dict[TypeParam, Type], depth: int
) -> None:
    result = substitute(engine.rules.result(engine, wanted.fns[0]), wanted.bindings)
    if wanted.constructs:
        infer(engine, result, instance_of(engine, given), known, depth + 1)
        return
    found = engine.rules.callables(engine, given)
    if not found:
        return
    func = found[0]
    own = substitute(engine.rules.result(engine, func.fns[-1]), func.bindings)
    infer(engine, result, own, known, depth + 1)
    for one, other in zip(wanted.fns[0].facts.parameters, func.fns[-1].facts.parameters, strict=False):
        if other.type is not None:
            one_type = substitute(
                engine.written(wanted.fns[0].file, wanted.fns[0].facts.scope, one.type), wanted.bindings
            )
            infer(
                engine,
                one_type,
                engine.written(func.fns[-1].file, func.fns[-1].facts.scope, other.type),
                known,
                depth + 1,
            )


def _infer_instance(
    engine: Engine, wanted: Instance, given: Type, known: dict[TypeParam, Type], depth: int
) -> None:
    if isinstance(given, Literal) or wanted.decl.is_anonymous:
        _infer_members(engine, wanted, given, known, depth)
        return
    constructs = [(file, facts.constructs) for file, facts in wanted.decl.parts if facts.constructs]
    if isinstance(given, ClassValue | Func) and constructs:
        file, indexes = constructs[0]
        made = substitute(engine.rules.result(engine, file.fn(indexes[0])), wanted.bindings)
        infer(engine, made, instance_of(engine, given), known, depth + 1)
        return
    for each in lineage(engine, given):
        if each.decl is wanted.decl:
            for param, value in wanted.bindings.items():
                infer(engine, value, each.bindings.get(param), known, depth + 1)
            return
    if wanted.decl.file.is_library and wanted.bindings:
        held = element(engine, given)
        infer(engine, next(iter(wanted.bindings.values())), held, known, depth + 1)
    elif wanted.bindings:
        _infer_members(engine, wanted, given, known, depth)


def _infer_members(
    engine: Engine, wanted: Instance, given: Type, known: dict[TypeParam, Type], depth: int
) -> None:
    """An object for an object type: member by member."""
    for _, facts in wanted.decl.parts:
        names = [each.name for each in facts.fields] + [each.name for each in facts.methods]
        for name in names[:20]:
            infer(engine, member(engine, wanted, name), member(engine, given, name), known, depth + 2)


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
