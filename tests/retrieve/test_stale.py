"""Stale mentions as they are listed, on a small graph planted by hand."""

import pytest

from kg.graph import Graph
from kg.retrieve.stale import stale_mentions
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken
from kg.schema.vocabulary import EdgeType
from tests.retrieve.planted import Link, Planted, a_doc, a_file, method, plant, publish

OPEN_SCOPE = Scope((ScopeToken("s00001"),))
FILE = a_file("docs/pay.md")
FIRST, SECOND, FRESH = (a_doc("docs/pay.md", heading, "") for heading in ("Charges", "Refunds", "Taxes"))
HIDDEN = a_doc("docs/pay.md", "Secrets", "")
CODE = method("charge")


@pytest.fixture
async def docs(graph: Graph) -> Graph:
    """Two sections that name what is gone, one that named it until snapshot 2, one that is hidden, and code
    with an open call."""
    await plant(
        graph,
        [*(Planted(a) for a in (FILE, FIRST, SECOND, FRESH, CODE)), Planted(HIDDEN, scope="s00002")],
        [
            Link(
                EdgeType.DEFINES,
                FILE.uid,
                FIRST.uid,
                start_line=10,
                end_line=20,
                open_sites=("0:0 unknown Pay#take", "3:0 unknown a b.py"),
            ),
            Link(EdgeType.DEFINES, FILE.uid, SECOND.uid, start_line=30, open_sites=("1:0 unknown Old",)),
            Link(
                EdgeType.DEFINES,
                FILE.uid,
                FRESH.uid,
                start_line=40,
                valid_to=2,
                named=EdgeType.WAS,
                open_sites=("0:0 unknown Older",),
            ),
            Link(EdgeType.DEFINES, FILE.uid, FRESH.uid, start_line=41, valid_from=2),
            Link(EdgeType.DEFINES, FILE.uid, HIDDEN.uid, start_line=50, open_sites=("0:0 unknown Hidden",)),
            Link(EdgeType.DEFINES, FILE.uid, CODE.uid, start_line=1, open_sites=("1:4 unknown call",)),
        ],
    )
    await publish(graph, 2)
    return graph


async def test_each_mention_stands_at_its_line(docs: Graph) -> None:
    """Lines are of the file; open calls of code and hidden sections are no part of the list."""
    found = await stale_mentions(docs, (), OPEN_SCOPE, 2)
    assert [(m.place.name, m.line, m.text) for m in found] == [
        ("Charges", 10, "Pay#take"),
        ("Charges", 13, "a b.py"),
        ("Refunds", 31, "Old"),
    ]


async def test_a_snapshot_has_its_own(docs: Graph) -> None:
    """What was stale once is listed in the snapshots in which it was."""
    assert [m.text for m in await stale_mentions(docs, (), OPEN_SCOPE, 1)] == [
        "Pay#take",
        "a b.py",
        "Old",
        "Older",
    ]


async def test_pages_go_on_within_a_section(docs: Graph) -> None:
    """Every mention is on exactly one page."""
    texts: list[str] = []
    after = ""
    while page := await stale_mentions(docs, ("shop",), OPEN_SCOPE, 2, after, 1):
        texts += [m.text for m in page]
        after = page[-1].key
    assert texts == ["Pay#take", "a b.py", "Old"]


async def test_only_of_visible_repositories(docs: Graph) -> None:
    """Another repository, or no scope, has none."""
    assert await stale_mentions(docs, ("other",), OPEN_SCOPE, 2) == ()
    assert await stale_mentions(docs, (), Scope(()), 2) == ()
