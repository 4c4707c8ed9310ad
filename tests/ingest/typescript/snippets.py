"""A snippet in, what is read from it out, in short words for the tests."""

from textwrap import dedent

from kg.ingest.parse.languages import adapter, language_of
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Artifact, Facts

REPO = "shop"


def read(source: str, path: str = "app.ts") -> Facts:
    """The facts of one file."""
    language = language_of(path)
    text = dedent(source).lstrip("\n")
    return adapter(language)(Unit(REPO, path, "blob", text, "utf-8", language))


def short(uid: str) -> str:
    """A uid without repository and language: `app.ts#Pay.charge`."""
    return uid.split(":", 2)[2]


def names(facts: Facts) -> list[str]:
    """What the file defines besides its module, by name inside the file."""
    return [short(a.uid).partition("#")[2] for a in facts.artifacts[1:]]


def artifact(facts: Facts, name: str) -> Artifact:
    """The artifact of that name inside the file; the empty name is the module."""
    return next(a for a in facts.artifacts if short(a.uid).partition("#")[2] == name)


def lines(facts: Facts, name: str) -> tuple[int, int]:
    """Where it stands."""
    edge = next(e for e in facts.edges if short(e.target).partition("#")[2] == name and "#" in e.target)
    return edge.start_line, edge.end_line
