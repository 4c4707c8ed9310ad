"""Calls of Kotlin code that send something, told as usages; their names are Java's.

In: a call with its brackets. Out: a `Usage` on what is written before the dot, for a class's properties may
stand behind its functions: whose type it is, resolve asks. A parameter of the function says only which one.
"""

from tree_sitter import Node

from kg.ingest.parse.kotlin.grammar import FUNCTION, IDENTIFIER, PARAMETERS, child_of, ids, named
from kg.ingest.parse.kotlin.reading import Reading
from kg.ingest.parse.kotlin.usages import value_of
from kg.schema.usages import CALLED, HANDED, LIST, Usage, Value

_ARGUMENT = ids("value_argument")
_PARAMETER = ids("parameter")


def note_sent(reading: Reading, name_node: Node, holder: Node | None, brackets: Node) -> None:
    """`kafka.send("paid", order)`."""
    on = "" if holder is None else "".join(reading.slice(holder).split()).removeprefix("this.")
    parameters = _parameters(reading, brackets)
    given: list[tuple[str, Value]] = []
    handed: list[tuple[str, Value]] = []
    for at, argument in enumerate(child for child in brackets.children if child.kind_id in _ARGUMENT):
        parts = named(argument)
        is_named = any(part.type == "=" for part in argument.children) and len(parts) > 1
        name = reading.word(parts[0]) if is_named else ""
        value = parts[-1] if parts else None
        said = reading.word(value) if value is not None and value.kind_id in IDENTIFIER else ""
        if said in parameters:
            given.append((name, None))
            handed.append((HANDED, (LIST, str(at), str(parameters.index(said)))))
        else:
            given.append((name, None if value is None else value_of(reading, value)))
    line = name_node.start_point[0] - reading.row
    reading.usages.append(
        Usage(reading.owner.uid, CALLED, reading.word(name_node), on, (*given, *handed), line)
    )


def _parameters(reading: Reading, inside: Node) -> list[str]:
    """Of the function around a call, in order."""
    node = inside.parent
    while node is not None and node.kind_id not in FUNCTION:
        node = node.parent
    listed = None if node is None else child_of(node, PARAMETERS)
    parameters = (
        [each for each in listed.children if each.kind_id in _PARAMETER] if listed is not None else []
    )
    names = (child_of(each, IDENTIFIER) for each in parameters)
    return ["" if name is None else reading.word(name) for name in names]
