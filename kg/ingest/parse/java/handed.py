"""Arguments that are parameters of the method around the call: what they say only its callers know.

`void publish(String topic, Object event) { bus.send(topic, event); }` sends to what each caller gives it. In:
a call that sends something. Out: which argument is which parameter. Who calls is for resolve to find.
"""

from collections.abc import Iterator

from tree_sitter import Node

from kg.ingest.parse.java.declared import declared
from kg.ingest.parse.java.grammar import NAME, PARAMETERS, ids, named
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.written import is_assigned_again
from kg.schema.usages import HANDED, LIST, Given

HANDING = frozenset(
    {
        "send",
        "convertAndSend",
        "convertSendAndReceive",
        "sendDefault",
        "sendAndReceive",
        "asyncSend",
        "syncSend",
    }
)
"""Calls whose arguments may be the name of a topic."""

_METHODS = ids("method_declaration", "constructor_declaration")
_IDENTIFIER = ids("identifier")
_FORMAL = ids("formal_parameter")


def handed(reading: Reading, arguments: Node) -> Given:
    """A `(place, parameter)` for each argument that is a parameter which is never assigned."""
    method = arguments.parent
    while method is not None and method.kind_id not in _METHODS:
        method = method.parent
    return () if method is None else tuple(_handed(reading, arguments, method))


def _handed(reading: Reading, arguments: Node, method: Node) -> Iterator[tuple[str, tuple[str, str, str]]]:
    parameters: list[str] | None = None
    for at, child in enumerate(named(arguments)):
        if child.kind_id not in _IDENTIFIER:
            continue
        name = reading.slice(child)
        found = declared(reading, child, name, fields_only=False)
        if found is None or not found.is_parameter or found.scope.start_byte != method.start_byte:
            continue
        parameters = _names(reading, method) if parameters is None else parameters
        if name in parameters and not is_assigned_again(reading, method, name):
            yield HANDED, (LIST, str(at), str(parameters.index(name)))


def _names(reading: Reading, method: Node) -> list[str]:
    """Of its parameters, in order."""
    parameters = method.child_by_field_id(PARAMETERS)
    formal = parameters.children if parameters is not None else []
    nodes = [each.child_by_field_id(NAME) for each in formal if each.kind_id in _FORMAL]
    return ["" if node is None else reading.slice(node) for node in nodes]
