"""Which edges are judged: an order that a seed gives, fixed before anything was seen. Pure.

Every edge has its place in the order by a digest of the seed and of what it joins, so that a change of kg
neither reshuffles the sample nor lets anybody choose it: an edge that is no longer made leaves it, a new one
enters where its digest says, and must be read then.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from kg.schema.facts import Edge
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType
from tests.bench.links.repositories import MORE_EVENTS, Known

SEED = "kg links 2026-11-30"
SIZE = 100
"""Edges of a kind."""
TWICE = 30
"""Of them read by a second reader: the first of the order."""

KINDS: dict[str, frozenset[EdgeType]] = {
    "reads": frozenset({EdgeType.READS}),
    "queries": frozenset({EdgeType.QUERIES, EdgeType.EXECUTES}),
    "contracts": frozenset({EdgeType.SERVES, EdgeType.REQUESTS, EdgeType.MATCHES}),
    "events": frozenset({EdgeType.PUBLISHES, EdgeType.CONSUMES}),
    "documents": frozenset({EdgeType.DOCUMENTS}),
}


@dataclass(frozen=True, slots=True)
class Link:
    """One edge of one repository, by what it says: where it stands is told to the reader, not judged."""

    repo: str
    type: EdgeType
    source: Uid
    target: Uid

    @property
    def rank(self) -> str:
        text = "\x1f".join((SEED, self.repo, self.type, self.source, self.target))
        return blake2b(text.encode(), digest_size=12).hexdigest()


def links(repositories: Iterable[Known], kind: str) -> dict[Link, Edge]:
    """All edges of a kind in the order of the sample: one of each repository in turn, each repository's own
    in the order of the seed, so that the one with most routes is not the whole sample."""
    found: dict[Link, Edge] = {}
    places: dict[Link, tuple[int, str]] = {}
    for one in repositories:
        if one.name in MORE_EVENTS and kind != "events":
            continue
        own = {
            Link(one.name, edge.type, edge.source, edge.target): edge
            for edge in one.edges
            if edge.type in KINDS[kind]
        }
        for at, link in enumerate(sorted(own, key=lambda link: link.rank)):
            places[link] = (at, link.rank)
        found |= own
    return {link: found[link] for link in sorted(found, key=places.__getitem__)}
