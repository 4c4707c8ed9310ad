"""What an argument or a named value says: texts with their gaps, names, calls.

In: an expression as the walk read it. Out: `kg.schema.usages.Value`. Environment variables become
`${NAME:default}`, as settings are written everywhere. Follows no name; that is for resolve.
"""

import re

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.parse.python.imported import dotted
from kg.ingest.parse.python.walk import Walk
from kg.schema.usages import CALL, LIST, MAP, NAME, Given, Value, joined

LONGEST_TEXT = 10_000
_DEEPEST = 12
_CONVERSION = re.compile(r"%(?:\((\w+)\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?([a-zA-Z%])")
_FIELD = re.compile(r"\{\{|\}\}|\{([\w.]*)[^{}]*\}")
_ESCAPE = re.compile(r"\\(\r?\n|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "\n": "", "\r\n": ""}
_MAPS = ("os.environ", "environ")
_READERS = ("os.getenv", "getenv", "os.environ.get", "environ.get")
_SAME = ("str", "URL", "yarl.URL", "httpx.URL")
"""What gives the text that it is given."""


def value(walk: Walk, expr: Expr, deep: int = _DEEPEST) -> Value:
    """What an expression says; None where only running the code would tell."""
    if expr is None or deep == 0:
        return None
    match expr[0]:
        case facts.CONSTANT:
            return _constant(walk, expr, deep)
        case facts.NAME:
            return (NAME, expr[1])
        case facts.ATTRIBUTE:
            return _attribute(walk, expr)
        case facts.CALL:
            return _call(walk, expr, deep)
        case facts.SEQUENCE:
            return (LIST, *[value(walk, each, deep - 1) for each in expr[2]])
        case facts.MAPPING:
            return (MAP, *[(value(walk, k, deep - 1), value(walk, v, deep - 1)) for k, v in expr[1]])
        case facts.EITHER:
            return (LIST, *[value(walk, each, deep - 1) for each in expr[1]])
        case facts.OPERATION:
            return _operated(walk, expr, deep)
        case facts.SUBSCRIPT:
            key = value(walk, expr[2], 2) if dotted(expr[1]) in _MAPS else None
            return f"${{{key}}}" if isinstance(key, str) else None
    return None


def given(walk: Walk, call: Expr, deep: int = _DEEPEST) -> Given:
    """The arguments of a call, in order; what a star brings is left out."""
    assert call is not None
    positional = [("", value(walk, each, deep - 1)) for each in call[2] if not _is_starred(each)]
    return (*positional, *[(name, value(walk, each, deep - 1)) for name, each in call[3]])


def _is_starred(expr: Expr) -> bool:
    return expr is not None and expr[0] == facts.STARRED


def _constant(walk: Walk, expr: Expr, deep: int) -> Value:
    assert expr is not None
    if expr is facts.TRUE or expr is facts.FALSE:
        return str(expr is facts.TRUE)
    if expr[2] is not None:
        return _unescaped(expr[2]) if isinstance(expr[2], str) else str(expr[2])
    _, parts = walk.texts.get(id(expr), (None, ()))
    return joined([_part(walk, part, deep - 1) for part in parts]) if parts else None


def _part(walk: Walk, part: Node | Expr, deep: int) -> Value:
    """A piece of a text: as written, or what is put in."""
    if part is None or isinstance(part, tuple):
        return value(walk, part, deep)
    if part.end_byte - part.start_byte > LONGEST_TEXT:
        return None
    text = walk.text(part)
    doubled = part.named_child_count and any(c.type == "escape_interpolation" for c in part.named_children)
    return _unescaped(text.replace("{{", "{").replace("}}", "}") if doubled else text)


def _converted(text: str, told: Value) -> Value:
    """`"/x/%s" % id`."""
    named = {}
    if isinstance(told, tuple) and told[0] == MAP:
        named = {key: said for key, said in told[1:] if isinstance(key, str)}
    several = isinstance(told, tuple) and told[0] == LIST
    positional = iter(told[1:] if several and told is not None else (told,))
    parts: list[Value] = []
    at = 0
    for found in _CONVERSION.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found[2] == "%":
            parts.append("%")
        else:
            parts.append(named.get(found[1]) if found[1] else next(positional, None))
    return joined([*parts, text[at:]])


def _formatted(text: str, told: Given) -> Value:
    """`"/x/{}/{name}".format(id, name=name)`."""
    named = {name: said for name, said in told if name}
    positional = [said for name, said in told if not name]
    parts: list[Value] = []
    at = count = 0
    for found in _FIELD.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        field = found[1]
        if field is None:
            parts.append(found[0][0])
        elif field.isdecimal() or not field:
            place = int(field) if field else count
            count += 1
            parts.append(positional[place] if place < len(positional) else None)
        else:
            parts.append(named.get(field))
    return joined([*parts, text[at:]])


def _attribute(walk: Walk, expr: Expr) -> Value:
    """`Topic.PAID.value` of an enum is what `Topic.PAID` names."""
    name = dotted(expr)
    if name.endswith(".value") and name[:-6].rpartition(".")[2].isupper():
        name = name[:-6]
    return (NAME, name) if name else None


def _operated(walk: Walk, expr: Expr, deep: int) -> Value:
    assert expr is not None
    symbol = expr[1]
    if symbol not in ("+", "%", "/"):
        return None
    left, right = value(walk, expr[2], deep - 1), value(walk, expr[3], deep - 1)
    if symbol == "%":
        return _converted(left, right) if isinstance(left, str) else None
    if symbol == "+" and isinstance(left, tuple) and isinstance(right, tuple) and left[0] == right[0] == LIST:
        return (*left, *right[1:])
    return joined([left, right] if symbol == "+" else [left, "/", right])


def _call(walk: Walk, expr: Expr, deep: int) -> Value:
    assert expr is not None
    name = _callee(expr[1])
    told = given(walk, expr, deep)
    if name in _READERS and told and isinstance(told[0][1], str):
        default = next((said for key, said in told[1:] if key in ("", "default")), "")
        return f"${{{told[0][1]}:{default}}}" if isinstance(default, str) else f"${{{told[0][1]}}}"
    if not name and expr[1] is not None and expr[1][0] == facts.ATTRIBUTE:
        return _of_text(value(walk, expr[1][1], deep - 1), expr[1][2], told)
    if name in _SAME and len(told) == 1:
        return told[0][1]
    return (CALL, name, told) if name else None


def _callee(callee: Expr) -> str:
    """A dotted name; `cache_page()` of `cache_page(60)(view)`, what it is given is left out."""
    if callee is not None and callee[0] == facts.CALL:
        made = dotted(callee[1])
        return f"{made}()" if made else ""
    return dotted(callee)


def _of_text(said: Value, method: str, told: Given) -> Value:
    """`"...".format(...)`, and methods that leave a text what it says."""
    if method == "format":
        return _formatted(said, told) if isinstance(said, str) else None
    return said if method in ("strip", "rstrip", "lstrip", "encode") else None


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_escaped, text) if "\\" in text else text


def _escaped(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[1], found[0])
