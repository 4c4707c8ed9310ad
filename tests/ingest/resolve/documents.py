"""A repository of a few snippets, and what a document in it is tied to."""

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.around import resolve_around
from kg.ingest.resolve.mentions import resolve_mentions
from kg.schema.facts import Resolution


def resolved(files: dict[str, str]) -> Resolution:
    facts = [parse_file("r", path, "b", content.encode()) for path, content in sorted(files.items())]
    return resolve_mentions(facts, resolve_around("r", facts))


def documented(files: dict[str, str]) -> dict[str, tuple[str, float]]:
    """What the documents are about (the uid without the repository) -> how, confidence."""
    edges = resolved(files).edges
    return {e.target.partition(":")[2]: (e.how.value, e.confidence) for e in edges}


def stale(files: dict[str, str]) -> list[str]:
    """`line:column reason name` of every mention that names nothing any more."""
    return [str(site) for sites in resolved(files).open_sites.values() for site in sites]
