"""What stands in front of a declaration: modifiers, annotations, documentation, its one-line header."""

from dataclasses import dataclass

from tree_sitter import Node

from kg.ingest.parse.java.annotations import arguments_of
from kg.ingest.parse.java.grammar import ANNOTATIONS, BODY, MODIFIERS, NAME
from kg.ingest.parse.java.keys import keys_of_annotation
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.usages import ANNOTATIONS_USED, note_annotation
from kg.schema.facts import KeyRead
from kg.schema.ids import Uid
from kg.schema.java import Arguments


@dataclass(frozen=True, slots=True)
class Header:
    modifiers: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    """As written, without `@`."""
    annotation_names: tuple[str, ...] = ()
    """Simple names."""
    keys: tuple[tuple[str, int], ...] = ()
    """Configuration keys the annotations name, with their row."""
    arguments: Arguments = ()
    """What annotations say that a resolver reads."""
    used: tuple[tuple[str, Node], ...] = ()
    """The annotations that a framework gives a meaning to."""


_NONE = Header()


def header_of(reading: Reading, node: Node) -> Header:
    """The modifiers of a declaration, field or parameter."""
    first = node.child(0)  # not `children`: that would make an object of each
    if first is None or first.kind_id not in MODIFIERS:
        return _NONE
    words: list[str] = []
    written: list[str] = []
    names: list[str] = []
    keys: list[tuple[str, int]] = []
    arguments: Arguments = ()
    used: list[tuple[str, Node]] = []
    for child in first.children:
        if child.kind_id not in ANNOTATIONS:
            if not child.is_named:
                words.append(child.type)
            continue
        text = " ".join(reading.slice(child)[1:].split())
        name = child.child_by_field_id(NAME)
        simple = text if name is None else reading.slice(name).rpartition(".")[2]
        written.append(text)
        names.append(simple)
        reading.lombok = reading.lombok or text.startswith("lombok.")
        arguments += arguments_of(reading, child, simple)
        if simple in ANNOTATIONS_USED:
            used.append((simple, child))
        if '"' in text:
            keys += [(key, child.start_point[0]) for key in keys_of_annotation(simple, text)]
    return Header(tuple(words), tuple(written), tuple(names), tuple(keys), arguments, tuple(used))


def note_header(reading: Reading, header: Header, source: Uid, row: int, member: str = "") -> None:
    """What annotations read and what they are for; `member` is the field or parameter they stand at."""
    for name, annotation in header.used:
        note_annotation(reading, annotation, name, source, row, member)
    reading.reads.extend(KeyRead(source, key, at - row) for key, at in header.keys)


def signature_of(reading: Reading, node: Node, header: Header) -> str:
    """The declaration without annotations in front and body, on one line."""
    first = node.child(0)
    start = node.start_byte if first is None or first.kind_id not in MODIFIERS else first.end_byte
    body = node.child_by_field_id(BODY)
    end = node.end_byte if body is None else body.start_byte
    words = reading.between(start, end).rstrip().rstrip(";").split()
    return " ".join([*header.modifiers, *words])
