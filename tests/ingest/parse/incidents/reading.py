"""A report from its text to its facts, the whole way of a file."""

from typing import Any

from kg.ingest.parse.file import parse_file
from kg.schema.vocabulary import Kind


def facts_of(text: str, path: str = "postmortems/2024-05-03-queue.md") -> dict[str, Any]:
    """The details of the one Postmortem of a document."""
    facts = parse_file("r", path, "b", text.encode())
    (report,) = (a for a in facts.artifacts if a.kind is Kind.POSTMORTEM)
    return dict(report.details)
