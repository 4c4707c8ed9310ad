"""Annotations of Kotlin code that frameworks give a meaning to, and its constants. The table of names is Java's.

In: the annotation nodes of a declaration, the value of a `const val`. Out: `Usage`s and `Constant`s in the
reading. Of calls only those that send are noted (`sent`).
"""

import re

from tree_sitter import Node

from kg.ingest.parse.kotlin.grammar import ARGUMENTS, IDENTIFIER, child_of, ids, named
from kg.ingest.parse.kotlin.reading import Reading
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION, CALL, LIST, Constant, Given, Usage, Value, joined
from kg.schema.usages import NAME as NAMED

_INVOCATION = ids("constructor_invocation")
_ARGUMENT = ids("value_argument")
_STRING = ids("string_literal")
_CONTENT = ids("string_content")
_LITERALS = ids("number_literal", "boolean_literal")
_NAVIGATION = ids("navigation_expression")
_COLLECTION = ids("collection_literal")
_BINARY = ids("binary_expression", "additive_expression")
_CALL = ids("call_expression")
_DEEPEST = 12
_WORD = re.compile(r"[A-Za-z_]\w*")
_DOLLAR = ("$",)
"""A dollar that is not escaped."""
_ARRAYS = ("arrayOf", "listOf", "setOf")


def note_annotation(reading: Reading, annotation: Node, name: str, source: Uid, row: int) -> None:
    made = child_of(annotation, _INVOCATION)
    given = _given(reading, child_of(made, ARGUMENTS) if made is not None else None)
    line = annotation.start_point[0] - row
    reading.usages.append(Usage(source, ANNOTATION, name, "", given, line))


def note_constant(reading: Reading, name: str, node: Node) -> None:
    """`const val`: named by its class, of a companion by the class around it, else by the package."""
    said = value_of(reading, node)
    owner = reading.owner.qualified_name.replace("$", ".").replace(".Companion", "") or reading.package
    if said is not None:
        reading.constants.append(Constant(f"{owner}.{name}" if owner else name, said))


def _given(reading: Reading, arguments: Node | None, deep: int = _DEEPEST) -> Given:
    """Arguments by name, `value` where it is left out."""
    found: list[tuple[str, Value]] = []
    for argument in arguments.children if arguments is not None else ():
        if argument.kind_id in _ARGUMENT:
            parts = [part for part in argument.children if part.is_named]
            is_named = any(part.type == "=" for part in argument.children) and len(parts) > 1
            name = reading.word(parts[0]) if is_named else "value"
            found.append((name, value_of(reading, parts[-1], deep) if parts else None))
    return tuple(found)


def value_of(reading: Reading, node: Node, deep: int = _DEEPEST) -> Value:
    """What an expression says; None where only running the code would tell."""
    kind = node.kind_id
    if deep == 0:
        return None
    if kind in _STRING:
        return _text(reading, [part for part in node.children if part.is_named], deep)
    if kind in IDENTIFIER:
        return (NAMED, reading.word(node))
    if kind in _NAVIGATION:
        return (NAMED, "".join(reading.slice(node).split()))
    if kind in _COLLECTION:
        return (LIST, *[value_of(reading, part, deep - 1) for part in named(node)])
    if kind in _BINARY and any(part.type == "+" for part in node.children):
        return joined([value_of(reading, part, deep - 1) for part in named(node)])
    if kind in _CALL:
        return _called(reading, node, deep)
    return reading.slice(node) if kind in _LITERALS else None


def _text(reading: Reading, parts: list[Node], deep: int) -> Value:
    """`$x` (which the grammar reads as a dollar and a text) and `${x}` are what they name."""
    found: list[Value] = []
    for part in parts:
        if part.kind_id in _CONTENT:
            written = reading.slice(part)
            name = _WORD.match(written) if found[-1:] == [_DOLLAR] else None
            if name is not None:
                found[-1:] = [(NAMED, name[0]), written[name.end() :]]
            else:
                found.append(_DOLLAR if written == "$" else written)
        elif part.type.startswith("escape"):
            found.append(reading.slice(part)[1:])
        else:
            inner = named(part)
            found.append(value_of(reading, inner[0], deep - 1) if len(inner) == 1 else None)
    return joined(["$" if each is _DOLLAR else each for each in found])


def _called(reading: Reading, node: Node, deep: int) -> Value:
    """`arrayOf("a", "b")`; another annotation as an argument."""
    callee, arguments = node.children[0], child_of(node, ARGUMENTS)
    given = _given(reading, arguments, deep - 1)
    name = reading.slice(callee)
    if name in _ARRAYS:
        return (LIST, *[value for _, value in given])
    return (CALL, name, given)
