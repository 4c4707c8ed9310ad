"""Types as written -> types: names looked up, aliases opened, arguments put in."""

from collections.abc import Sequence
from typing import Any

from kg.ingest.resolve.typescript.choice import plain_result
from kg.ingest.resolve.typescript.engine import Engine, Rule
from kg.ingest.resolve.typescript.generics import bound, by_parameter, class_of
from kg.ingest.resolve.typescript.members import element, indexed, instance_of, member
from kg.ingest.resolve.typescript.program import File
from kg.ingest.resolve.typescript.scopes import Found, Given, Named
from kg.ingest.resolve.typescript.types import (
    Both,
    ClassValue,
    External,
    Func,
    Instance,
    KeyOf,
    Text,
    Tuple,
    Type,
    substitute,
    union,
)
from kg.schema import typescript as ts

Code = tuple[Any, ...]

_KEYWORDS = {
    "string": "String",
    "number": "Number",
    "boolean": "Boolean",
    "symbol": "Symbol",
    "bigint": "BigInt",
}


def _keyword(engine: Engine, _file: File, _scope: int, code: Code) -> Type:
    name = _KEYWORDS.get(code[1])
    return None if name is None else engine.made_of(name)


def _reference(engine: Engine, file: File, scope: int, code: Code) -> Type:
    _, names, written = code
    assert isinstance(names, tuple) and isinstance(written, tuple)
    arguments = [engine.written(file, scope, each) for each in written]
    if len(names) == 1 and names[0] in _BY_NAME:
        special = _BY_NAME[names[0]](engine, arguments)
        if special is not None:
            return special
    found = engine.scopes.path(file, scope, names, as_type=True)
    if found is None and len(names) > 1:
        return _enum_member(engine, file, scope, names)
    if found is None:
        return External("global", ".".join(names))
    return of_found(engine, found, arguments, names[-1])


def _enum_member(engine: Engine, file: File, scope: int, names: tuple[str, ...]) -> Type:
    """`Kind.Circle` as a type."""
    found = engine.scopes.path(file, scope, names[:-1], as_type=False)
    if isinstance(found, Named) and found.declarations[0][0] == ts.ENUM:
        return member(engine, ClassValue(found.file.decl(found.declarations[0][1])), names[-1])
    return None


def of_found(engine: Engine, found: Found, arguments: Sequence[Type], name: str) -> Type:
    """The type a name stands for, with its arguments."""
    if isinstance(found, External):
        return found
    if isinstance(found, Given):
        return instance_of(engine, engine.value(found.file, found.scope, found.value))
    if not isinstance(found, Named):
        return None
    first = found.declarations[0]
    if first[0] == ts.ALIAS and len(found.declarations) > 1:
        first = next((d for d in found.declarations if d[0] == ts.CLASSES), first)
    if first[0] == ts.TYPE_PARAMETER:
        return found.file.type_param(found.scope, name)
    if first[0] in (ts.CLASSES, ts.ENUM):
        decl = class_of(found)
        return Instance(decl, bound(engine, decl, arguments))
    if first[0] == ts.ALIAS:
        return _alias(engine, found.file, first, arguments)
    return None


def _alias(engine: Engine, file: File, declaration: Code, arguments: Sequence[Type]) -> Type:
    _, code, scope, _uid = declaration
    assert isinstance(scope, int)
    names = [name for name, d in file.facts.scopes[scope].names.items() if d[0][0] == ts.TYPE_PARAMETER]
    body = engine.written(file, scope, code)
    return (
        substitute(body, by_parameter(engine, file.type_params(scope, names), arguments)) if names else body
    )


def _array(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return engine.made_of("Array", engine.written(file, scope, code[1]))


def _tuple(engine: Engine, file: File, scope: int, code: Code) -> Type:
    written = code[1]
    assert isinstance(written, tuple)
    if any(each is not None and each[0] == ts.REST_TYPE for each in written):
        return engine.made_of("Array", union(_element(engine, file, scope, each) for each in written))
    return Tuple(tuple(engine.written(file, scope, each) for each in written))


def _element(engine: Engine, file: File, scope: int, code: Code | None) -> Type:
    found = engine.written(file, scope, code)
    return element(engine, found) if code is not None and code[0] == ts.REST_TYPE else found


def _rest(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return engine.written(file, scope, code[1])


def _union(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return union(engine.written(file, scope, each) for each in code[1])


def _both(engine: Engine, file: File, scope: int, code: Code) -> Type:
    found = [engine.written(file, scope, each) for each in code[1]]
    known = tuple(each for each in found if each is not None)
    return known[0] if len(known) == 1 else Both(known) if known else None


def _function(_engine: Engine, file: File, _scope: int, code: Code) -> Type:
    return Func((file.fn(code[1]),))


def _constructor(_engine: Engine, file: File, _scope: int, code: Code) -> Type:
    return Func((file.fn(code[1]),), constructs=True)


def _object(_engine: Engine, file: File, _scope: int, code: Code) -> Type:
    return Instance(file.decl(code[1]))


def _type_of(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return engine.value(file, scope, code[1])


def _indexed(engine: Engine, file: File, scope: int, code: Code) -> Type:
    of, key = engine.written(file, scope, code[1]), engine.written(file, scope, code[2])
    return indexed(engine, of, key)


def _literal(_engine: Engine, _file: File, _scope: int, code: Code) -> Type:
    return Text(code[1], code[2])


def _this(_engine: Engine, file: File, _scope: int, code: Code) -> Type:
    return file.decl(code[1]).this


def _guard(engine: Engine, _file: File, _scope: int, _code: Code) -> Type:
    return engine.made_of("Boolean")


def _key_of(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return KeyOf(engine.written(file, scope, code[1]))


def _conditional(engine: Engine, file: File, scope: int, code: Code) -> Type:
    return union(engine.written(file, scope, each) for each in code[1:])


def _result_type(engine: Engine, arguments: Sequence[Type]) -> Type:
    """`ReturnType<typeof f>`."""
    return plain_result(engine, arguments[0]) if arguments else None


def _instance_type(engine: Engine, arguments: Sequence[Type]) -> Type:
    """`InstanceType<typeof A>`."""
    return instance_of(engine, arguments[0]) if arguments else None


_BY_NAME = {"ReturnType": _result_type, "InstanceType": _instance_type}

TYPE_RULES: dict[int, Rule] = {
    ts.KEYWORD: _keyword,
    ts.REFERENCE: _reference,
    ts.ARRAY_OF: _array,
    ts.TUPLE: _tuple,
    ts.REST_TYPE: _rest,
    ts.UNION: _union,
    ts.INTERSECTION: _both,
    ts.FUNCTION_TYPE: _function,
    ts.CONSTRUCTOR_TYPE: _constructor,
    ts.OBJECT_TYPE: _object,
    ts.TYPE_OF: _type_of,
    ts.INDEXED: _indexed,
    ts.LITERAL_TYPE: _literal,
    ts.THIS_TYPE: _this,
    ts.GUARD: _guard,
    ts.KEY_OF: _key_of,
    ts.CONDITIONAL_TYPE: _conditional,
}
