"""A small XML reader for build files of strangers: elements and texts, without a document type.

In: bytes. Out: `Element`s without namespaces. A `<!DOCTYPE>` is refused before it can define an
entity: no build file needs one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from kg.errors import StubError


@dataclass(slots=True)
class Element:
    name: str
    text: str = ""
    children: "list[Element]" = field(default_factory=list)
    line: int = 0
    """1-based, of its start tag."""

    def child(self, *path: str) -> "Element":
        """The first one at a path; an empty one where there is none."""
        found = self
        for name in path:
            found = next((each for each in found.children if each.name == name), _NONE)
        return found

    def each(self, group: str, name: str) -> "Iterator[Element]":
        """Of `<group><name/><name/></group>`, the inner ones."""
        return (each for each in self.child(group).children if each.name == name)

    def said(self, name: str) -> str:
        """The text of a child, empty where there is none."""
        return self.child(name).text


_NONE = Element("")


def read_xml(data: bytes, encoding: str | None = None) -> Element:
    """The root; raises StubError for what is no XML. `encoding` is that of bytes that were decoded before,
    whatever they declare; None: as declared."""
    top = Element("")
    open_elements = [top]
    parser = expat.ParserCreate(encoding)
    parser.buffer_text = True

    def start(name: str, _attributes: dict[str, str]) -> None:
        element = Element(name.rpartition(":")[2], line=parser.CurrentLineNumber)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def end(_name: str) -> None:
        element = open_elements.pop()
        element.text = element.text.strip()

    def text(data: str) -> None:
        open_elements[-1].text += data

    def refuse(*_: object) -> None:
        raise StubError("it has a document type, which is not read")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = text, refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError) as error:
        raise StubError(f"it is not XML ({error})") from error
    return top.children[0]
