"""What stands in front of a declaration: modifiers, annotations, documentation, its one-line header."""

import re
from dataclasses import dataclass

from tree_sitter import Node

from kg.ingest.parse.java.comments import documentation
from kg.ingest.parse.java.keys import keys_of_annotation
from kg.ingest.parse.java.usages import ANNOTATIONS_USED
from kg.ingest.parse.kotlin.grammar import MODIFIERS, ids
from kg.ingest.parse.kotlin.reading import Reading
from kg.ingest.parse.kotlin.usages import note_annotation
from kg.schema.facts import KeyRead
from kg.schema.ids import Uid

_ANNOTATIONS = ids("annotation", "file_annotation")
_JVM_NAME = re.compile(r'\bJvmName\(\s*(?:name\s*=\s*)?"([^"]*)"')


@dataclass(frozen=True, slots=True)
class Header:
    modifiers: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    """As written, without `@`."""
    annotation_names: tuple[str, ...] = ()
    """Simple names, without a use-site target."""
    keys: tuple[tuple[str, int], ...] = ()
    """Configuration keys the annotations name, with their row."""
    used: tuple[tuple[str, Node], ...] = ()
    """The annotations that a framework gives a meaning to."""

    @property
    def jvm_name(self) -> str:
        """What @JvmName says, of a getter by @get:JvmName too."""
        for written in self.annotations:
            found = _JVM_NAME.search(written) if "JvmName" in written else None
            if found is not None and not written.startswith("set:"):
                return found[1]
        return ""


NONE = Header()


def header_of(reading: Reading, node: Node) -> Header:
    """The modifiers of a declaration or parameter."""
    first = node.children[0] if node.child_count else None
    return NONE if first is None or first.kind_id not in MODIFIERS else header_in(reading, first.children)


def header_in(reading: Reading, nodes: list[Node]) -> Header:
    words: list[str] = []
    written: list[str] = []
    names: list[str] = []
    keys: list[tuple[str, int]] = []
    used: list[tuple[str, Node]] = []
    for child in nodes:
        if not child.is_named:
            continue
        if child.kind_id not in _ANNOTATIONS:
            words.append(reading.slice(child))
            continue
        text = " ".join(reading.slice(child)[1:].split())
        simple = annotation_name(text)
        written.append(text)
        names.append(simple)
        if simple in ANNOTATIONS_USED:
            used.append((simple, child))
        if '"' in text:
            plain = text.replace("\\$", "$")
            keys += [(key, child.start_point[0]) for key in keys_of_annotation(simple, plain)]
    return Header(tuple(words), tuple(written), tuple(names), tuple(keys), tuple(used))


def annotation_name(text: str) -> str:
    """`get:a.b.Name(1)` is `Name`."""
    head = text.partition("(")[0].partition("<")[0]
    return head.rpartition(":")[2].rpartition(".")[2].strip("[ ")


def note_header(reading: Reading, header: Header, source: Uid, row: int) -> None:
    """What the annotations of a declaration read, and what they are for."""
    note_keys(reading, header, source, row)
    for name, annotation in header.used:
        note_annotation(reading, annotation, name, source, row)


def note_keys(reading: Reading, header: Header, source: Uid, row: int) -> None:
    reading.reads.extend(KeyRead(source, key, at - row) for key, at in header.keys)


def documentation_above(reading: Reading, node: Node) -> str:
    """KDoc, or the `//` lines right above."""
    lines: list[str] = []
    before, row = node.prev_sibling, node.start_point[0]
    while before is not None and before.type == "line_comment" and before.start_point[0] == row - 1:
        earlier = before.prev_sibling
        if earlier is not None and earlier.end_point[0] == before.start_point[0]:
            break  # it trails what stands before
        lines.append(reading.slice(before).strip("/ \t"))
        row, before = row - 1, earlier
    written = ""
    if before is not None and before.type == "block_comment":
        written = documentation(reading.slice(before))
    return "\n".join(part for part in (written, *reversed(lines)) if part)


def signature_between(reading: Reading, node: Node, end: int, header: Header) -> str:
    """The declaration without annotations in front, up to its body, on one line."""
    first = node.children[0]
    start = first.end_byte if first.kind_id in MODIFIERS else node.start_byte
    words = reading.between(start, end).rstrip().rstrip("={").split()
    return " ".join([*header.modifiers, *words])
