"""Go snippets by path, read as `parse` reads them."""

from collections.abc import Mapping
from textwrap import dedent

from kg.ingest.parse.file import parse_file
from kg.schema.facts import Artifact, Facts


def read(source: str, path: str = "pay/pay.go") -> Facts:
    return parse_file("shop", path, "b10b", dedent(source).lstrip("\n").encode())


def read_all(sources: Mapping[str, str]) -> list[Facts]:
    return [read(source, path) for path, source in sources.items()]


def artifact(facts: Facts, name: str) -> Artifact:
    """The one artifact of a qualified name."""
    (found,) = [each for each in facts.artifacts if each.qualified_name == name]
    return found
