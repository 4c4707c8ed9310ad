"""XML: a file's elements as a tree, with lines.

Nothing is fetched and nothing expands: a DOCTYPE that names a DTD elsewhere is passed over, one that
declares entities is refused. The whole file has been redacted before. What the elements mean is for the
readers (see `readers`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.parsers import expat

from kg.ingest.parse.readers import read
from kg.ingest.parse.tree import Unreadable
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, Problem

MAX_CHARACTERS = 3_000_000
_MAX_DEPTH = 200
_CHECK_EVERY = 1_024


@dataclass(frozen=True, slots=True)
class Element:
    """One element with what stands in it, in order."""

    tag: str
    """As written: `context:property-placeholder`."""
    attributes: tuple[tuple[str, str], ...]
    content: tuple["str | Element", ...]
    line: int
    """Of its `<`, from 1."""
    end_line: int

    @property
    def name(self) -> str:
        """Its tag without a prefix."""
        return self.tag.rpartition(":")[2]

    @property
    def elements(self) -> tuple["Element", ...]:
        return tuple(each for each in self.content if isinstance(each, Element))

    @property
    def text(self) -> str:
        """All text in it and in what it holds, as written."""
        return "".join(each if isinstance(each, str) else each.text for each in self.content)

    def get(self, attribute: str) -> str:
        """An attribute by its name as written; empty where it has none."""
        return next((value for name, value in self.attributes if name == attribute), "")

    def children(self, *names: str) -> Iterator["Element"]:
        """The elements directly in it that have one of these names."""
        return (each for each in self.elements if each.name in names)

    def all(self, *names: str) -> Iterator["Element"]:
        """The elements at any depth, itself too, that have one of these names; all where none is given."""
        if not names or self.name in names:
            yield self
        for each in self.elements:
            yield from each.all(*names)

    def child_text(self, *path: str) -> str:
        """The stripped text of the first element below some names, one after the other."""
        found: Element | None = self
        for name in path:
            found = next(found.children(name), None) if found else None
        return found.text.strip() if found else ""


@dataclass(frozen=True, slots=True)
class Document:
    """A file: its root."""

    root: Element
    problems: tuple[Problem, ...] = ()


def parse_xml(unit: Unit) -> Facts:
    return read(unit, load_xml)


def load_xml(unit: Unit) -> Document:
    """The elements of a file. Raises Unreadable."""
    if len(unit.text) > MAX_CHARACTERS:
        raise Unreadable(0, f"XML of more than {MAX_CHARACTERS:,} characters")
    grower = _Grower(unit)
    try:
        grower.parser.Parse(unit.text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, "broken")
        raise Unreadable(error.lineno, f"not valid XML ({reason})") from error
    return Document(grower.root)


class _Grower:
    """Elements as their tags open and close."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._open: list[tuple[str, Sequence[str], int, list[str | Element]]] = [("", (), 0, [])]
        self._seen = 0
        self.parser = expat.ParserCreate("utf-8")  # decoded already, whatever the declaration says
        self.parser.buffer_text = True
        self.parser.ordered_attributes = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._refuse

    @property
    def root(self) -> Element:
        """Once all is read: expat lets no document end without exactly one."""
        return next(each for each in self._open[0][3] if isinstance(each, Element))

    def _start(self, tag: str, attributes: Sequence[str]) -> None:
        line = self.parser.CurrentLineNumber
        self._seen += 1
        if self._seen % _CHECK_EVERY == 0:
            self._unit.check()
        if len(self._open) > _MAX_DEPTH:
            raise Unreadable(line, f"XML that nests deeper than {_MAX_DEPTH}")
        self._open.append((tag, attributes, line, []))

    def _end(self, _tag: str) -> None:
        tag, given, line, content = self._open.pop()
        attributes = tuple(zip(given[::2], given[1::2], strict=True))
        element = Element(tag, attributes, tuple(content), line, self.parser.CurrentLineNumber)
        self._open[-1][3].append(element)

    def _text(self, text: str) -> None:
        self._open[-1][3].append(text)

    def _refuse(self, *_declared: object) -> None:
        raise Unreadable(self.parser.CurrentLineNumber, "XML that declares entities")
