"""What stands behind a dot: members of objects, classes, modules, unions; elements; what a promise holds.

A member of a class is remembered in terms of the class's own type parameters and its `this`; a receiver
puts in its own. The nearest declaration wins, then the bases, then the index signature.
"""

from collections.abc import Iterator

from kg.ingest.resolve.typescript.engine import UNSEEN, Engine
from kg.ingest.resolve.typescript.program import ClassDecl, File, FunctionDecl
from kg.ingest.resolve.typescript.scopes import Found, Given, Named
from kg.ingest.resolve.typescript.types import (
    At,
    Both,
    ClassValue,
    External,
    Func,
    Instance,
    KeyOf,
    Literal,
    Made,
    Space,
    Text,
    Tuple,
    Type,
    TypeParam,
    Union,
    substitute,
    union,
)
from kg.schema import typescript as ts
from kg.schema.typescript import Field, TsClass, TsMethod

_ELEMENTS = (
    "Array",
    "ReadonlyArray",
    "Set",
    "ReadonlySet",
    "Iterable",
    "Iterator",
    "AsyncIterable",
    "NodeListOf",
    "ArrayLike",
)
_MOST_BASES = 40


def member(engine: Engine, of: Type, name: str, receiver: Type = None) -> Type:
    """What `of.name` is; None when that is not known."""
    if isinstance(of, Instance):
        return _of_instance(engine, of, name, receiver or of)
    if isinstance(of, TypeParam):
        if of.this_of is not None:
            return _of_instance(engine, Instance(of.this_of), name, receiver or of)
        return member(engine, constraint(engine, of), name)
    if isinstance(of, ClassValue):
        return _of_class(engine, of, name)
    if isinstance(of, External):
        return of.inner(name)
    if isinstance(of, Space):
        return of_found(engine, engine.scopes.inside(of, name, as_type=False), name)
    if isinstance(of, Literal):
        return _of_literal(engine, of, name)
    if isinstance(of, Union):
        return union(member(engine, each, name) for each in of.types)
    if isinstance(of, Both):
        return _of_both(engine, of, name)
    if isinstance(of, Func):
        return _of_function(engine, of, name)
    if isinstance(of, Tuple):
        return _of_instance(engine, engine.made_of("Array", union(of.elements)), name, of)
    if isinstance(of, Text):
        return _of_instance(engine, engine.made_of(of.kind), name, of)
    if isinstance(of, Made):
        return _of_made(engine, of, name)
    if isinstance(of, At):
        found = settled(engine, of)
        return None if isinstance(found, At) else member(engine, found, name)
    return member(engine, engine.made_of("String"), name) if isinstance(of, KeyOf) else None


def constraint(engine: Engine, param: TypeParam) -> Type:
    """What is known of a type parameter nobody has put anything in."""
    if param.this_of is not None:
        return Instance(param.this_of)
    found = engine.written(param.file, param.scope, param.code)
    return engine.written(param.file, param.scope, param.default) if found is None else found


def settled(engine: Engine, of: At) -> Type:
    """`T[K]` by what T and K must be."""
    owner = constraint(engine, of.of) if isinstance(of.of, TypeParam) else of.of
    key = constraint(engine, of.key) if isinstance(of.key, TypeParam) else of.key
    return None if isinstance(owner, At | TypeParam) else indexed(engine, owner, key)


def _of_instance(engine: Engine, of: Type, name: str, receiver: Type) -> Type:
    if not isinstance(of, Instance):
        return None
    found = find(engine, of.decl, name, static=False)
    if found is None:
        found = _index(engine, of.decl)
    if found is None:
        top = engine.library("Object")
        found = None if top is None or of.decl is top else find(engine, top, name, static=False)
    return substitute(found, {**of.bindings, of.decl.this: receiver})


def find(engine: Engine, decl: ClassDecl, name: str, static: bool) -> Type:
    """A member by name, in terms of the class's own parameters."""
    key = (name, static)
    found = decl.memory.get(key, UNSEEN)
    if found is UNSEEN:
        decl.memory[key] = None
        found = _own(engine, decl, name, static)
        if found is None:
            found = _inherited(engine, decl, name, static)
        decl.memory[key] = found
    return found  # type: ignore[return-value] # what was put there


def _own(engine: Engine, decl: ClassDecl, name: str, static: bool) -> Type:
    functions: list[FunctionDecl] = []
    for file, facts in decl.parts:
        for method in facts.methods:
            if method.name == name and method.static == static and method.form != "constructor":
                if method.form == "method":
                    functions += file.fns(method)
                elif method.form == "get" or not _has_getter(facts, method):
                    return _accessed(engine, file, method)
        for each in facts.fields:
            if each.name == name and each.static == static and not functions:
                return _field(engine, file, facts, each)
    return Func(tuple(functions)) if functions else None


def _has_getter(facts: TsClass, method: TsMethod) -> bool:
    return any(m.name == method.name and m.form == "get" and m.static == method.static for m in facts.methods)


def _accessed(engine: Engine, file: File, method: TsMethod) -> Type:
    fn = file.fns(method)[-1]
    if method.form == "get":
        return engine.rules.result(engine, fn)
    parameters = fn.facts.parameters
    return engine.written(file, fn.facts.scope, parameters[0].type) if parameters else None


def _field(engine: Engine, file: File, facts: TsClass, field: Field) -> Type:
    if facts.form == "enum":
        return Text(facts.name, field.name)
    wanted = engine.written(file, field.scope, field.type)
    if field.value is not None and field.value[0] == ts.FUNCTION:
        return Func((file.fn(field.value[1]),), declared=wanted)
    return engine.value(file, field.scope, field.value) if field.type is None else wanted


def _inherited(engine: Engine, decl: ClassDecl, name: str, static: bool) -> Type:
    outside: Type = None
    for base in bases(engine, decl):
        if isinstance(base, External):
            outside = outside or base.inner(name)
        elif isinstance(base, Instance) and base.decl is not decl:
            found = find(engine, base.decl, name, static)
            if isinstance(found, External):
                outside = outside or found
            elif found is not None:
                return found if static else substitute(found, {**base.bindings, base.decl.this: decl.this})
        elif base is not None and not isinstance(base, Instance):
            found = member(engine, base, name)
            if found is not None:
                return found
    return outside


def _index(engine: Engine, decl: ClassDecl, depth: int = 0) -> Type:
    for file, facts in decl.parts:
        if facts.index is not None:
            return engine.written(file, facts.scope, facts.index)
    for base in bases(engine, decl):
        if isinstance(base, Instance) and base.decl is not decl and depth < _MOST_BASES:
            found = _index(engine, base.decl, depth + 1)
            if found is not None:
                return substitute(found, base.bindings)
    return None


def bases(engine: Engine, decl: ClassDecl) -> tuple[Type, ...]:
    """What it extends, as instances in terms of its own parameters."""
    found = engine.bases.get(decl)
    if found is None:
        engine.bases[decl] = ()
        gathered: list[Type] = []
        for file, facts in decl.parts:
            for value, written in facts.extends:
                types = [engine.written(file, facts.scope, each) for each in written]
                if value is None:
                    gathered += types
                else:
                    gathered += _made_by(engine, engine.value(file, facts.outer_scope, value), types)
        found = engine.bases[decl] = tuple(gathered)
    return found


def _made_by(engine: Engine, value: Type, arguments: list[Type]) -> list[Type]:
    """What a class that is extended makes."""
    if isinstance(value, Union | Both):
        return [made for each in value.types for made in _made_by(engine, each, arguments)]
    if isinstance(value, ClassValue):
        known = {p: t for params in value.decl.params for p, t in zip(params, arguments, strict=False)}
        return [Instance(value.decl, known)]
    return [instance_of(engine, value)]


def instance_of(engine: Engine, value: Type) -> Type:
    """What `new value()` makes, without arguments."""
    if isinstance(value, ClassValue):
        return Instance(value.decl)
    if isinstance(value, Func):
        if value.constructs:
            return substitute(engine.rules.result(engine, value.fns[0]), value.bindings)
        return Made(value.fns[-1])
    if isinstance(value, Instance):
        for file, facts in value.decl.parts:
            if facts.constructs:
                return substitute(engine.rules.result(engine, file.fn(facts.constructs[0])), value.bindings)
        return None
    if isinstance(value, Union):
        return union(instance_of(engine, each) for each in value.types)
    if isinstance(value, TypeParam):
        return instance_of(engine, constraint(engine, value))
    return value if isinstance(value, External) else None


def _of_class(engine: Engine, of: ClassValue, name: str) -> Type:
    found = find(engine, of.decl, name, static=True)
    if found is not None:
        return found
    if name == "prototype":
        return Instance(of.decl)
    given = of.decl.file.statics.get(of.decl.name, {}).get(name)
    if given is not None:
        return engine.value(of.decl.file, *given)
    return member(engine, engine.made_of("Function"), name)


def _of_function(engine: Engine, of: Func, name: str) -> Type:
    fn = of.fns[-1]
    given = fn.file.statics.get(fn.facts.name, {}).get(name)
    if given is not None:
        return engine.value(fn.file, *given)
    if of.declared is not None:
        found = member(engine, of.declared, name)
        if found is not None:
            return found
    return member(engine, engine.made_of("Function"), name)


def _of_made(engine: Engine, of: Made, name: str) -> Type:
    """Fields a constructor function assigns, and what is put on its prototype."""
    fn, file = of.fn, of.fn.file
    given = file.prototypes.get(fn.facts.name, {}).get(name)
    if given is not None:
        return engine.value(file, *given)
    for known, scope, value in fn.facts.assigned:
        if known == name:
            return engine.value(file, scope, value)
    whole = file.statics.get(fn.facts.name, {}).get("prototype")
    if whole is None or fn in engine.inherited:
        return None
    engine.inherited.add(fn)
    found = member(engine, engine.value(file, *whole), name)
    engine.inherited.discard(fn)
    return found


def _of_literal(engine: Engine, of: Literal, name: str) -> Type:
    facts = of.file.facts.objects[of.index]
    for known, value in reversed(facts.members):
        if known == name:
            return engine.value(of.file, facts.scope, value)
        if known == "...":
            found = member(engine, engine.value(of.file, facts.scope, value), name)
            if found is not None and not is_of_everything(found):
                return found
    given = of.file.statics.get(of.name, {}).get(name)
    if given is not None:
        return engine.value(of.file, *given)
    return member(engine, engine.made_of("Object"), name)


def is_of_everything(found: Type) -> bool:
    """A member that every object has."""
    return isinstance(found, Func) and found.fns[0].file.is_library


def _of_both(engine: Engine, of: Both, name: str) -> Type:
    outside: Type = None
    for each in of.types:
        found = member(engine, each, name, of)
        if isinstance(found, External) or is_of_everything(found):
            outside = outside or found
        elif found is not None:
            return found
    return outside


def of_found(engine: Engine, found: Found, name: str) -> Type:
    """What a name that was looked up is as a value."""
    if isinstance(found, Named):
        return engine.rules.declared(engine, found, name)
    if isinstance(found, Given):
        return engine.value(found.file, found.scope, found.value)
    return found


def lineage(engine: Engine, of: Type) -> Iterator[Instance]:
    """An instance and everything above it, the nearest first."""
    pending, seen = [of], 0
    while pending and seen < _MOST_BASES:
        current = pending.pop(0)
        seen += 1
        if isinstance(current, Tuple):
            current = engine.made_of("Array", union(current.elements))
        if isinstance(current, TypeParam):
            current = constraint(engine, current)
        if isinstance(current, Both | Union):
            pending.extend(current.types)
        if isinstance(current, Instance):
            yield current
            above = bases(engine, current.decl) + implemented(engine, current.decl)
            pending += [substitute(base, current.bindings) for base in above]


def implemented(engine: Engine, decl: ClassDecl) -> tuple[Type, ...]:
    return tuple(
        engine.written(file, facts.scope, each) for file, facts in decl.parts for each in facts.implements
    )


def argument(engine: Engine, of: Type, names: tuple[str, ...]) -> tuple[bool, Type]:
    """Whether it is one of these library classes, and its first type argument."""
    for each in lineage(engine, of):
        if each.decl.file.is_library and each.decl.name in names:
            return True, each.bindings.get(each.decl.params[0][0])
    return False, None


def element(engine: Engine, of: Type) -> Type:
    """What iterating gives."""
    if isinstance(of, Tuple):
        return union(of.elements)
    if isinstance(of, Union):
        return union(element(engine, each) for each in of.types)
    for each in lineage(engine, of):
        if each.decl.file.is_library:
            params = each.decl.params[0]
            if each.decl.name in ("Map", "ReadonlyMap") and len(params) > 1:
                return Tuple((each.bindings.get(params[0]), each.bindings.get(params[1])))
            if each.decl.name in _ELEMENTS:
                return each.bindings.get(params[0])
    return of if isinstance(of, External) else None


def indexed(engine: Engine, of: Type, key: Type) -> Type:
    """`of[key]`, of types and of values."""
    if isinstance(of, TypeParam) and of.this_of is None:
        return At(of, key)
    if isinstance(key, TypeParam):
        limit = constraint(engine, key)
        return At(of, key) if limit is None else indexed(engine, of, limit)
    if isinstance(key, Text):
        if isinstance(of, Tuple) and key.text.isdigit() and int(key.text) < len(of.elements):
            return of.elements[int(key.text)]
        found = member(engine, of, key.text)
        return element(engine, of) if found is None else found
    if isinstance(key, Union):
        return union(indexed(engine, of, each) for each in key.types)
    if isinstance(of, Literal):
        facts = of.file.facts.objects[of.index]
        return union(
            engine.value(of.file, facts.scope, value) for name, value in facts.members if name != "..."
        )
    if isinstance(of, Instance):
        found = _index(engine, of.decl)
        if found is not None:
            return substitute(found, of.bindings)
    if isinstance(of, Union):
        return union(indexed(engine, each, key) for each in of.types)
    return element(engine, of)
