"""What docs/ says of settings, errors, commands, the graph and the figures is what the code says."""

import re
from pathlib import Path

import pytest

from kg.schema.vocabulary import EdgeType, Kind
from tests.pages.graph import EDGES, KINDS
from tests.pages.made import DOCS, pages

ROOT = DOCS.parent
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_made_page_is_current(name: str) -> None:
    """`make pages` would change nothing."""
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name](), f"docs/{name}: run `make pages`"


@pytest.mark.parametrize("path", sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")]), ids=lambda path: path.name)
def test_a_link_between_pages_leads_somewhere(path: Path) -> None:
    """Every relative link and picture of the project's pages is a file that is there."""
    links = LINK.findall(path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_what_the_page_calls_reserved_is_made_by_nobody() -> None:
    """A kind or an edge that an ingest makes has its meaning on docs/graph.md."""
    made = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "kg" / "ingest").rglob("*.py"))
    reserved = [f"Kind.{kind.name}" for kind in Kind if kind not in KINDS]
    reserved += [f"EdgeType.{edge.name}" for edge in EdgeType if edge not in EDGES]
    assert [word for word in reserved if re.search(rf"\b{word}\b", made)] == []
