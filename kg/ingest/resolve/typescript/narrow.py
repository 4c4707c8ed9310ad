"""What a value is where a condition holds: `instanceof`, a guard function, a tag, `typeof`."""

from typing import Any

from kg.ingest.resolve.typescript.choice import callables
from kg.ingest.resolve.typescript.engine import Engine
from kg.ingest.resolve.typescript.members import instance_of, lineage, member
from kg.ingest.resolve.typescript.program import File
from kg.ingest.resolve.typescript.types import (
    ClassValue,
    External,
    Func,
    Instance,
    Text,
    Tuple,
    Type,
    TypeParam,
    Union,
    parts,
    same,
    substitute,
    union,
)
from kg.schema import typescript as ts

_TYPEOF = {
    "string": "String",
    "number": "Number",
    "boolean": "Boolean",
    "bigint": "BigInt",
    "symbol": "Symbol",
}


def narrowed(engine: Engine, file: File, scope: int, name: str, of: Type) -> Type:
    """The type of a name with what the conditions around tell of it."""
    if name not in file.narrowed:
        return of
    told: list[tuple[int, tuple[Any, ...]]] = []
    scopes = file.facts.scopes
    while scope >= 0:
        declared = scopes[scope].names.get(name)
        if declared is not None:
            if declared[0][0] != ts.NARROWED:
                break
            told += [(scope, each) for each in reversed(declared)]
        scope = scopes[scope].parent
    for where, declaration in reversed(told):
        of = _told(engine, file, where, declaration, of)
    return of


def _told(engine: Engine, file: File, scope: int, declaration: tuple[Any, ...], of: Type) -> Type:
    _, form, payload, holds = declaration
    if form == "is":
        wanted = instance_of(engine, engine.value(file, scope, payload))
        return _is(engine, of, wanted, bool(holds))
    if form == "guard":
        return _guarded(engine, file, scope, payload, of, bool(holds))
    if form == "typeof":
        return _typeof(engine, str(payload), of, bool(holds))
    if form == "equals":
        return _equals(engine, file, scope, payload, of, bool(holds))
    return _has(engine, str(payload), of, bool(holds))


def _is(engine: Engine, of: Type, wanted: Type, holds: bool) -> Type:
    """The members that are (or may be) of a class; the class itself where nothing says so."""
    if wanted is None:
        return of
    fitting = [each for each in parts(of) if each is not None and _is_a(engine, each, wanted)]
    if holds:
        return union(fitting) if fitting else wanted
    left = [each for each in parts(of) if each not in fitting]
    return union(left) if left else of


def _is_a(engine: Engine, of: Type, wanted: Type) -> bool:
    for each in parts(wanted):
        if isinstance(each, Instance) and any(one.decl is each.decl for one in lineage(engine, of)):
            return True
        if same(of, each):
            return True
    return False


def _guarded(engine: Engine, file: File, scope: int, payload: object, of: Type, holds: bool) -> Type:
    assert isinstance(payload, tuple)
    callee, position = payload
    for func in callables(engine, engine.value(file, scope, callee)):
        for fn in func.fns:
            result = fn.facts.result
            if result is None or result[0] != ts.GUARD:
                continue
            parameters = fn.facts.parameters
            told = position if position >= 0 else -1
            names = [p.name for p in parameters]
            if (told >= 0 and told < len(names) and names[told] == result[1]) or (
                told < 0 and result[1] == "this"
            ):
                wanted = substitute(engine.written(fn.file, fn.facts.scope, result[2]), func.bindings)
                return of if isinstance(wanted, TypeParam) else _is(engine, of, wanted, holds)
    return of


def _typeof(engine: Engine, word: str, of: Type, holds: bool) -> Type:
    fitting = [each for each in parts(of) if each is not None and _is_kind(each, word)]
    if holds:
        return union(fitting) if fitting else (engine.made_of(_TYPEOF[word]) if word in _TYPEOF else of)
    left = [each for each in parts(of) if each not in fitting]
    return union(left) if left else of


def _is_kind(of: Type, word: str) -> bool:
    if word == "function":
        return isinstance(of, Func | ClassValue) or (
            isinstance(of, Instance) and any(f.calls for _, f in of.decl.parts)
        )
    kind = of.kind if isinstance(of, Text) else ""
    if isinstance(of, Instance) and of.decl.file.is_library:
        kind = of.decl.name
    if word in _TYPEOF:
        return kind == _TYPEOF[word]
    return word == "object" and not isinstance(of, Text | Func | ClassValue) and kind not in _TYPEOF.values()


def _equals(engine: Engine, file: File, scope: int, payload: object, of: Type, holds: bool) -> Type:
    """`x.kind === "a"` keeps the members whose tag can be that."""
    assert isinstance(payload, tuple)
    name, literal = payload
    if not isinstance(of, Union):
        return of
    wanted = engine.value(file, scope, literal) if isinstance(literal, tuple) else None
    text = wanted.text if isinstance(wanted, Text) else literal
    if not isinstance(text, str):
        return of
    kept = [each for each in of.types if _tagged(engine, each, name, text, holds)]
    return union(kept) if kept else of


def _tagged(engine: Engine, of: Type, name: str, text: str, holds: bool) -> bool:
    """Whether a member of a union can have (or not have) that tag."""
    tags = [each.text if isinstance(each, Text) else "" for each in parts(member(engine, of, name))]
    return text in tags or "" in tags if holds else tags != [text]


def _has(engine: Engine, name: str, of: Type, holds: bool) -> Type:
    if not isinstance(of, Union):
        return of
    kept = [each for each in of.types if _has_member(engine, each, name) == holds]
    return union(kept) if kept else of


def _has_member(engine: Engine, of: Type, name: str) -> bool:
    found = member(engine, of, name)
    return found is not None and not isinstance(found, External) and not isinstance(of, Tuple)
