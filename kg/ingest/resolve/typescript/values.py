"""Values -> types: names, members, calls, literals, and what variables and parameters hold."""

from typing import Any

from kg.ingest.resolve.typescript.choice import (
    call_result,
    new_result,
    parameter,
    parameter_type,
    plain_result,
)
from kg.ingest.resolve.typescript.contexts import context_type
from kg.ingest.resolve.typescript.engine import UNSEEN, Engine, Rule
from kg.ingest.resolve.typescript.generics import class_of
from kg.ingest.resolve.typescript.members import bases, element, indexed, member, of_found
from kg.ingest.resolve.typescript.narrow import narrowed
from kg.ingest.resolve.typescript.paths import follow, promised
from kg.ingest.resolve.typescript.program import File, FunctionDecl
from kg.ingest.resolve.typescript.scopes import Named
from kg.ingest.resolve.typescript.types import (
    ClassValue,
    External,
    Func,
    Instance,
    Literal,
    Made,
    Space,
    Text,
    Tuple,
    Type,
    substitute,
    union,
)
from kg.schema import typescript as ts

Code = tuple[Any, ...]
_MOST_ELEMENTS = 6


def _name(engine: Engine, file: File, scope: int, code: Code) -> Type:
    name = code[1]
    found = engine.scopes.look_up(file, scope, name, as_type=False)
    if found is None:
        if name in ("exports", "module"):
            return Space(file)
        return External("global", name) if name != "undefined" else None
    return narrowed(engine, file, scope, name, of_found(engine, found, name))


def declared_value(engine: Engine, found: Named, name: str) -> Type:
    """What the declarations of a name give as a value."""
    first = found.declarations[0]
    if first[0] == ts.VARIABLE:
        return _variable(engine, found, first, name)
    if first[0] == ts.PARAMETER:
        return _parameter(engine, found, first)
    if first[0] == ts.FUNCTIONS:
        indexes = [index for d in found.declarations if d[0] == ts.FUNCTIONS for index in d[1]]
        return Func(tuple(found.file.fn(index) for index in indexes))
    if first[0] in (ts.CLASSES, ts.ENUM):
        return ClassValue(class_of(found))
    return Space(found.file, first[1]) if first[0] == ts.NAMESPACE else None


def _variable(engine: Engine, found: Named, declaration: Code, name: str) -> Type:
    key = id(declaration)
    known = engine.variables.get(key, UNSEEN)
    if known is UNSEEN:
        engine.variables[key] = None
        known = engine.variables[key] = _held(engine, found.file, found.scope, declaration, name)
    return known  # type: ignore[return-value] # what was put there


def _held(engine: Engine, file: File, scope: int, declaration: Code, name: str) -> Type:
    _, written, value, path, _constant = declaration
    assert isinstance(path, tuple)
    if written is not None:
        wanted = engine.written(file, scope, written)
        if not path and isinstance(value, tuple) and value[0] == ts.FUNCTION:
            return Func((file.fn(value[1]),), declared=wanted)
        return follow(engine, wanted, path)
    found = engine.value(file, scope, value)
    if isinstance(found, Literal) and not path:
        return Literal(found.file, found.index, name)
    return follow(engine, found, path)


def _parameter(engine: Engine, found: Named, declaration: Code) -> Type:
    _, number, position, path = declaration
    assert isinstance(number, int) and isinstance(position, int) and isinstance(path, tuple)
    fn = found.file.fn(number)
    return follow(engine, given_parameter(engine, fn, position), path)


def given_parameter(engine: Engine, fn: FunctionDecl, position: int) -> Type:
    """What a parameter is inside its function."""
    key = (fn, position)
    known = engine.parameters.get(key, UNSEEN)
    if known is UNSEEN:
        engine.parameters[key] = None
        known = engine.parameters[key] = _told(engine, fn, position)
    return known  # type: ignore[return-value] # what was put there


def _told(engine: Engine, fn: FunctionDecl, position: int) -> Type:
    """By its annotation, else by what its function stands for, else by its default."""
    if position >= len(fn.facts.parameters):
        return None
    own = fn.facts.parameters[position]
    if own.type is not None:
        return engine.written(fn.file, fn.facts.scope, own.type)
    wanted = context_type(engine, fn.file, fn.facts.context)
    if wanted is not None:
        other = parameter(wanted.fns[0], position)
        if other is not None:
            there = wanted.fns[0]
            found = (
                engine.written(there.file, there.facts.scope, other.type)
                if own.rest
                else parameter_type(engine, there, other)
            )
            return substitute(found, wanted.bindings)
    return engine.value(fn.file, fn.facts.scope, own.default)


def _member(engine: Engine, file: File, scope: int, code: Code) -> Type:
    owner, name = code[1], code[2]
    if file.dotted:
        told = _dotted(code)
        if told in file.dotted:
            found = member(engine, engine.value(file, scope, owner), name)
            return narrowed(engine, file, scope, told, found)
    if (
        isinstance(owner, tuple)
        and owner[0] == ts.MEMBER
        and owner[1] == (ts.NAME, "module")
        and owner[2] == "exports"
    ):
        return member(engine, Space(file), name)
    return member(engine, engine.value(file, scope, owner), name)


def _dotted(code: object) -> str:
    if not isinstance(code, tuple):
        return ""
    if code[0] == ts.NAME:
        return str(code[1])
    if code[0] == ts.THIS:
        return "this"
    if code[0] == ts.MEMBER:
        owner = _dotted(code[1])
        return f"{owner}.{code[2]}" if owner else ""
    return ""


def _call(engine: Engine, file: File, scope: int, code: Code) -> Type:
    callee = code[1]
    if isinstance(callee, tuple) and callee[0] == ts.MEMBER and callee[2] in ("call", "apply", "bind"):
        owner = engine.value(file, scope, callee[1])
        if isinstance(owner, Func):
            return owner if callee[2] == "bind" else plain_result(engine, owner)
    return call_result(engine, file, scope, code)


def _jsx(_engine: Engine, _file: File, _scope: int, _code: Code) -> Type:
    return External("react", "JSX.Element")


def _function(_engine: Engine, file: File, _scope: int, code: Code) -> Type:
    return Func((file.fn(code[1]),))


def _class(_engine: Engine, file: File, _scope: int, code: Code) -> Type:
    return ClassValue(file.decl(code[1]))


def _object(_engine: Engine, file: File, _scope: int, code: Code) -> Type:
    return Literal(file, code[1])


def _array(engine: Engine, file: File, scope: int, code: Code) -> Type:
    written = code[1]
    assert isinstance(written, tuple)
    plain = all(each is None or each[0] != ts.SPREAD for each in written)
    found = [engine.value(file, scope, each) for each in written]
    if plain and 0 < len(found) <= _MOST_ELEMENTS:
        return Tuple(tuple(found))
    return engine.made_of("Array", union(found))


def _spread(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return element(engine, engine.value(file, scope, code[1]))


def _await(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return promised(engine, engine.value(file, scope, code[1]))


def _either(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return union(engine.value(file, scope, each) for each in code[1])


def _literal(engine: Engine, _file: File, _scope: int, code: Code) -> Type:
    return engine.made_of(code[1]) if code[2] is None else Text(code[1], code[2])


def _index(engine: Engine, file: File, scope: int, code: Code) -> Type:
    of = engine.value(file, scope, code[1])
    return indexed(engine, of, engine.value(file, scope, code[2]))


def _as(engine: Engine, file: File, scope: int, code: Code) -> Type:
    found = engine.written(file, scope, code[1])
    return found


def _this(engine: Engine, file: File, _scope: int, code: Code) -> Type:
    decl = file.decl(code[1])
    return ClassValue(decl) if code[2] else decl.this


def _super(engine: Engine, file: File, _scope: int, code: Code) -> Type:
    """What is above: an instance whose `this` is ours, or the class that is extended."""
    decl = file.decl(code[1])
    above = bases(engine, decl)
    if not above:
        return None
    base = above[0]
    if not isinstance(base, Instance):
        return base
    return (
        ClassValue(base.decl)
        if code[2]
        else Instance(base.decl, {**base.bindings, base.decl.this: decl.this})
    )


def _scoped(engine: Engine, file: File, _scope: int, code: Code) -> Type:
    return engine.value(file, code[1], code[2])


def _import(engine: Engine, file: File, _scope: int, code: Code) -> Type:
    found = engine.scopes.imported(file, code[1], "*", as_type=False)
    return engine.made_of("Promise", of_found(engine, found, "default"))


def _require(engine: Engine, file: File, _scope: int, code: Code) -> Type:
    return of_found(engine, engine.scopes.imported(file, code[1], "=", as_type=False), "exports")


def _made(_engine: Engine, file: File, _scope: int, code: Code) -> Type:
    fn = file.fn(code[1])
    is_constructor = fn.facts.assigned or fn.facts.name in file.prototypes
    return Made(fn) if is_constructor else None


def _each(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return element(engine, promised(engine, engine.value(file, scope, code[1])))


def _keys(engine: Engine, _file: File, _scope: int, _code: Code) -> Type:
    return engine.made_of("String")


def _called(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return plain_result(engine, engine.value(file, scope, code[1]))


def _new(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return new_result(engine, file, scope, code)


VALUE_RULES: dict[int, Rule] = {
    ts.NAME: _name,
    ts.MEMBER: _member,
    ts.CALL: _call,
    ts.NEW: _new,
    ts.JSX: _jsx,
    ts.FUNCTION: _function,
    ts.CLASS: _class,
    ts.OBJECT: _object,
    ts.ARRAY: _array,
    ts.SPREAD: _spread,
    ts.AWAIT: _await,
    ts.EITHER: _either,
    ts.LITERAL: _literal,
    ts.INDEX: _index,
    ts.AS: _as,
    ts.THIS: _this,
    ts.SUPER: _super,
    ts.SCOPED: _scoped,
    ts.IMPORT: _import,
    ts.REQUIRE: _require,
    ts.MADE: _made,
    ts.EACH: _each,
    ts.KEYS: _keys,
    ts.CALLED: _called,
}
