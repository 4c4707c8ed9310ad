"""How a test reads one document."""

from kg.ingest.parse.file import parse_file
from kg.schema.facts import Facts
from kg.schema.vocabulary import Kind


def read(path: str, text: str) -> Facts:
    return parse_file("r", path, "b", text.encode())


def sections(path: str, text: str) -> list[tuple[str, int, int]]:
    """(what follows the path in the uid, first line, last line) of every Doc."""
    facts = read(path, text)
    lines = {edge.target: (edge.start_line, edge.end_line) for edge in facts.edges}
    docs = [a for a in facts.artifacts if a.kind is Kind.DOC]
    return [(a.uid.removeprefix(f"r:doc:{path}"), *lines[a.uid]) for a in docs]


def mentions(path: str, text: str) -> list[tuple[str, str, int]]:
    return [(m.form, m.text, m.line) for m in read(path, text).mentions]


def whole(path: str, text: str) -> str:
    """The text of all Docs."""
    return "\n".join(a.text for a in read(path, text).artifacts if a.kind is Kind.DOC)
