"""Texts, numbers and containers written out; annotations, whose texts are types."""

from collections.abc import Callable
from sys import intern

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import EVERYWHERE, Expr
from kg.ingest.parse.python.grammar import parse_expression
from kg.ingest.parse.python.walk import Walk, operands

SHORT = 60
"""Strings up to this length are kept: a key, an attribute name, a forward reference."""

LONGEST = 60
"""Elements of a literal that are kept: a table of ten thousand strings says no more than its first."""

MOST_CALLS = 500
"""Likewise where they are calls: a list of routes."""


def annotation(walk: Walk, node: Node | None) -> Expr:
    """A type as written, names in quotes included; it sees its scope as it is in the end."""
    if node is None:
        return None
    scope = walk.scope
    clock, scope.clock = scope.clock, EVERYWHERE
    try:
        return walk.read(walk, node)
    finally:
        scope.clock = clock


def forward_reference(walk: Walk, text: str) -> Expr:
    """What a string in an annotation means: `"list[Order]"`."""
    source = text.strip().encode("utf-8", "replace")
    node = parse_expression(source)
    if node is None:
        return None
    kept, walk.source = walk.source, source
    noted = len(walk.scope.calls), len(walk.scope.accesses), len(walk.noted)
    try:
        return annotation(walk, node)
    finally:
        walk.source = kept
        del walk.scope.calls[noted[0] :], walk.scope.accesses[noted[1] :], walk.noted[noted[2] :]


def string(walk: Walk, node: Node) -> Expr:
    plain = _plain(walk, node)
    if plain is not None:
        is_type = walk.scope.clock == EVERYWHERE
        return forward_reference(walk, plain) if is_type else (facts.CONSTANT, "builtins.str", plain)
    children = node.named_children
    opening = walk.text(children[0]).lower() if children else ""
    if "f" in opening or "t" in opening:
        parts = [
            _interpolation(walk, child) if child.type == "interpolation" else child
            for child in children[1:-1]
        ]
        return walk.text_of(parts)
    if "b" in opening:
        return (facts.CONSTANT, "builtins.bytes", None)
    if node.end_byte - node.start_byte > SHORT:
        return walk.text_of(children[1:-1])
    value = "".join(walk.text(child) for child in children if child.type == "string_content")
    if walk.scope.clock == EVERYWHERE:
        return forward_reference(walk, value)
    return (facts.CONSTANT, "builtins.str", value)


def _plain(walk: Walk, node: Node) -> str | None:
    """What a short text without a prefix says, read without its parts: most texts are such."""
    start, end = node.start_byte, node.end_byte
    quote = walk.source[start : start + 1]
    if not 2 <= end - start <= SHORT or quote not in (b'"', b"'") or node.has_error:
        return None
    raw = walk.source[start:end]
    quotes = 3 if raw.startswith(quote * 3) and len(raw) >= 6 else 1
    return intern(raw[quotes:-quotes].decode("utf-8", "replace"))


def _interpolation(walk: Walk, node: Node) -> Expr:
    """`{x}` asks for its text, `{x!r}` for its representation."""
    conversion = node.child_by_field_name("type_conversion")
    inner = node.child_by_field_name("expression")
    value = walk.read(walk, inner)
    form = "repr" if conversion is not None and walk.text(conversion) in ("!r", "!a") else "str"
    walk.note_implicit(form, value, node)
    for child in node.named_children:
        if child != inner:
            walk.read(walk, child)
    return value


def joined(walk: Walk, node: Node) -> Expr:
    return walk.text_of([walk.read(walk, child) for child in operands(node)])


def constant(kind: str) -> Callable[[Walk, Node], Expr]:
    found = (facts.CONSTANT, kind, None)
    return lambda _walk, _node: found


def integer(walk: Walk, node: Node) -> Expr:
    text = walk.text(node)
    value = int(text) if text.isdecimal() and len(text) < 6 else None
    return (facts.CONSTANT, "builtins.int", value)


def sequence(kind: str) -> Callable[[Walk, Node], Expr]:
    def handle(walk: Walk, node: Node) -> Expr:
        elements = [walk.read(walk, child) for child in operands(node)]
        most = LONGEST if not elements or elements[0] is None or elements[0][0] != facts.CALL else MOST_CALLS
        return (facts.SEQUENCE, kind, tuple(elements[:most]))

    return handle


def mapping(walk: Walk, node: Node) -> Expr:
    pairs: list[tuple[Expr, Expr]] = []
    for child in node.named_children:
        if child.type == "pair":
            key = walk.read(walk, child.child_by_field_name("key"))
            pairs.append((key, walk.read(walk, child.child_by_field_name("value"))))
        else:
            walk.read(walk, child)
    return (facts.MAPPING, tuple(pairs[:LONGEST]))
