"""What an argument or a named value of TypeScript says: texts with gaps, names, calls, objects.

In: a value as the walk read it, and the scope it stands in. Out: `kg.schema.usages.Value`. A variable of a
function is followed here, where its scope is known; names of the module stay names. `process.env.X` is `${X}`.
"""

import re

from tree_sitter import Node

from kg.ingest.parse.typescript.walk import OpenScope, Walk
from kg.schema import typescript as ts
from kg.schema.typescript import Value as Code
from kg.schema.usages import CALL, LIST, MAP, NAME, Given, Value, joined

_LONGEST_TEXT = 10_000
_DEEPEST = 14
_MOST_ITEMS = 60
_ENVIRONMENTS = ("process.env.", "import.meta.env.", "Bun.env.")
_ESCAPE = re.compile(r"\\(\r?\n|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\n": "", "\r\n": ""}
_SAME = frozenset(("String", "encodeURI", "toString", "trim", "URL"))


def value(walk: Walk, code: Code, scope: int, deep: int = _DEEPEST) -> Value:
    """What a value says; None where only running the code would tell."""
    if code is None or deep == 0:
        return None
    match code[0]:
        case ts.LITERAL:
            return _literal(walk, code, scope, deep)
        case ts.NAME:
            return _name(walk, code[1], scope, deep)
        case ts.MEMBER:
            return _member(code)
        case ts.CALL | ts.NEW:
            return _call(walk, code, scope, deep)
        case ts.OBJECT:
            held = walk.objects[code[1]]
            return (
                MAP,
                *[(name, value(walk, v, held.scope, deep - 1)) for name, v in held.members[:_MOST_ITEMS]],
            )
        case ts.ARRAY:
            return (LIST, *[value(walk, each, scope, deep - 1) for each in code[1]])
        case ts.EITHER if not code[1]:
            return _parts(walk, code, scope, deep)
        case ts.EITHER:
            return (LIST, *[value(walk, each, scope, deep - 1) for each in code[1]])
        case ts.SCOPED | ts.AS:
            return value(walk, code[2], code[1] if code[0] == ts.SCOPED else scope, deep - 1)
        case ts.REQUIRE | ts.IMPORT:
            return (CALL, "require", (("", code[1]),))
        case ts.AWAIT | ts.SPREAD:
            return value(walk, code[1], scope, deep - 1)
    return None


def given(walk: Walk, code: tuple[object, ...], scope: int, deep: int = _DEEPEST) -> Given:
    """The arguments of a call, in order; functions written in place are None."""
    arguments: tuple[Code, ...] = code[2]  # type: ignore[assignment] # as every call holds them
    return tuple([("", value(walk, each, scope, deep - 1)) for each in arguments])


def dotted(code: Code) -> str:
    """`this.a.b` where that is all that is written, else empty."""
    parts: list[str] = []
    while code is not None and code[0] == ts.MEMBER:
        parts.append(code[2])
        code = code[1]
    if code is None or code[0] not in (ts.NAME, ts.THIS):
        return ""
    return ".".join([code[1] if code[0] == ts.NAME else "this", *reversed(parts)])


def variable(walk: Walk, name: str, scope: int) -> tuple[int, tuple[object, ...]] | None:
    """The declaration that a name means, and its scope; None for a name of nobody."""
    current: OpenScope | None = walk.scopes[scope]
    while current is not None:
        found = current.names.get(name)
        if found and found[-1][0] != ts.NARROWED:
            return current.number, found[-1]
        current = current.parent
    return None


def _literal(walk: Walk, code: Code, scope: int, deep: int) -> Value:
    assert code is not None
    return _unescaped(code[2]) if code[2] is not None else _parts(walk, code, scope, deep)


def _parts(walk: Walk, code: Code, scope: int, deep: int) -> Value:
    _, parts = walk.texts.get(id(code), (None, ()))
    return joined([_part(walk, part, scope, deep - 1) for part in parts]) if parts else None


def _part(walk: Walk, part: Node | Code, scope: int, deep: int) -> Value:
    if part is None or isinstance(part, tuple):
        return value(walk, part, scope, deep)
    if part.end_byte - part.start_byte > _LONGEST_TEXT:
        return None
    written = walk.text(part)
    return _unescaped(written[1:-1] if part.type == "string" else written)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), text) if "\\" in text else text


def _name(walk: Walk, name: str, scope: int, deep: int) -> Value:
    found = variable(walk, name, scope)
    if found is None or found[0] == 0:
        return (NAME, name)
    where, declaration = found
    if declaration[0] == ts.VARIABLE and declaration[3] == () and declaration[2] is not None:
        inner: Code = declaration[2]  # type: ignore[assignment] # the value of a variable
        return value(walk, inner, where, deep - 1)
    return None if declaration[0] in (ts.VARIABLE, ts.PARAMETER) else (NAME, name)


def _member(code: Code) -> Value:
    name = dotted(code)
    for each in _ENVIRONMENTS:
        if name.startswith(each):
            return f"${{{name.removeprefix(each)}}}"
    return (NAME, name) if name else None


def _call(walk: Walk, code: Code, scope: int, deep: int) -> Value:
    """`new URL("/x", base)` says both, `encodeURI(x)` what it is given."""
    assert code is not None
    callee: Code = code[1]
    name = dotted(callee)
    told = given(walk, code, scope, deep)
    last = name.rpartition(".")[2]
    if last in _SAME:
        if code[0] == ts.NEW and len(told) > 1:
            return joined([told[1][1], told[0][1]])
        if told:
            return told[0][1]
    if name in ("this.configService.get", "configService.get", "config.get") and told:
        return f"${{{told[0][1]}}}" if isinstance(told[0][1], str) else None
    if not name:
        return None
    return (CALL, f"new {name}" if code[0] == ts.NEW else name, told)
