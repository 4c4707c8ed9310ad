"""A snippet in, what is read or resolved from it out, in short words for the tests."""

from dataclasses import dataclass
from textwrap import dedent

from kg.ingest.parse.python import parse_python
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Facts

REPO = "shop"


def read(source: str, path: str = "app.py") -> Facts:
    """The facts of one file."""
    return parse_python(Unit(REPO, path, "blob", dedent(source).lstrip("\n"), "utf-8", "python"))


@dataclass(frozen=True)
class Seen:
    """An artifact with the lines it stands on."""

    artifact: Artifact
    lines: tuple[int, int]


def seen(facts: Facts, name: str) -> Seen:
    """The artifact of that uid (without repository and language)."""
    uid = f"{REPO}:python:{name}"
    artifact = next(a for a in facts.artifacts if a.uid == uid)
    edge = next(e for e in facts.edges if e.target == uid)
    return Seen(artifact, (edge.start_line, edge.end_line))


def names(facts: Facts) -> list[str]:
    """What the file defines, by uid without repository and language."""
    return [a.uid.split(":", 2)[2] for a in facts.artifacts]
