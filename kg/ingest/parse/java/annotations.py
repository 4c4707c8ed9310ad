"""What annotations say in their brackets, of those that a resolver reads: Lombok's, and a container's.

Values as plain texts: a string without its quotes, a constant by its last name (`AccessLevel.NONE` is
`NONE`), an array element by element. Everything else (nested annotations, classes) is left out.
"""

from collections.abc import Iterator

from tree_sitter import Node

from kg.ingest.parse.java.grammar import ARGUMENTS, VALUE, field, ids, named
from kg.ingest.parse.java.reading import Reading
from kg.schema.java import Arguments

_READ = frozenset(
    {
        "Getter", "Setter", "Data", "Accessors", "With", "Builder", "SuperBuilder", "Singular",
        "NoArgsConstructor", "RequiredArgsConstructor", "AllArgsConstructor",
        "Qualifier", "Named", "Resource", "Profile", "Bean", "Component", "Service", "Repository", "Controller",
        "RestController", "Configuration",
    }
)  # fmt: skip
_LOMBOK_VALUE = ("Value", "staticConstructor")
"""Spring's @Value has another argument, which is a configuration key and read elsewhere."""
_KEY = field("key")
_PAIR = ids("element_value_pair")
_ARRAY = ids("element_value_array_initializer")
_STRING = ids("string_literal")
_CONSTANT = ids("identifier", "field_access", "true", "false")


def arguments_of(reading: Reading, annotation: Node, name: str) -> Arguments:
    """`(annotation, argument, values)` for each argument of one annotation."""
    given = annotation.child_by_field_id(ARGUMENTS)
    if given is None or not (name in _READ or name == _LOMBOK_VALUE[0]):
        return ()
    found = ((name, key, values) for key, values in _arguments(reading, given) if values)
    return tuple(each for each in found if name in _READ or each[:2] == _LOMBOK_VALUE)


def _arguments(reading: Reading, given: Node) -> Iterator[tuple[str, tuple[str, ...]]]:
    for child in named(given):
        if child.kind_id in _PAIR:
            key, value = child.child_by_field_id(_KEY), child.child_by_field_id(VALUE)
            if key is not None and value is not None:
                yield reading.slice(key), tuple(_values(reading, value))
        else:
            yield "value", tuple(_values(reading, child))


def _values(reading: Reading, node: Node) -> Iterator[str]:
    if node.kind_id in _ARRAY:
        for child in named(node):
            yield from _values(reading, child)
    elif node.kind_id in _STRING:
        yield reading.slice(node).strip('"')
    elif node.kind_id in _CONSTANT:
        yield reading.slice(node).rpartition(".")[2]
