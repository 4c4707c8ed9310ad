"""Edges to tables and statements while they are gathered: one of a type joins two artifacts.

Several sites of one pair become one edge with all their lines, `read write` where both are done, the columns
of all, and the surest way it is known.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from kg.schema.data import READ, WRITE
from kg.schema.details import Details, details
from kg.schema.facts import Edge
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How


@dataclass(slots=True)
class _Link:
    access: set[str] = field(default_factory=set)
    columns: dict[str, None] = field(default_factory=dict)
    lines: set[int] = field(default_factory=set)
    how: How = How.CANDIDATE
    confidence: float = 0.0


class Links:
    """What was found so far, by type and ends."""

    def __init__(self) -> None:
        self._found: dict[tuple[EdgeType, Uid, Uid], _Link] = {}

    def queries(
        self,
        source: Uid,
        table: Uid,
        access: str,
        columns: Iterable[str] = (),
        how: How = How.EXACT,
        confidence: float = 1.0,
        line: int | None = None,
    ) -> None:
        """A Statement or Method reads or writes a Table; `line` is relative to the start of the source."""
        link = self._link(EdgeType.QUERIES, source, table, how, confidence, line)
        link.access.add(access)
        link.columns.update(dict.fromkeys(columns))

    def executes(
        self,
        method: Uid,
        statement: Uid,
        how: How = How.EXACT,
        confidence: float = 1.0,
        line: int | None = None,
    ) -> None:
        """A Method runs a Statement."""
        self._link(EdgeType.EXECUTES, method, statement, how, confidence, line)

    def calls(self, method: Uid, provider: Uid, how: How, confidence: float, line: int) -> None:
        """A Method has its SQL made by another one."""
        self._link(EdgeType.CALLS, method, provider, how, confidence, line)

    def includes(self, statement: Uid, fragment: Uid) -> None:
        """A Statement takes in a fragment."""
        self._link(EdgeType.INCLUDES, statement, fragment, How.EXACT, 1.0, None)

    def edges(self) -> list[Edge]:
        """All of them in a fixed order."""
        return [
            Edge(
                kind,
                source,
                target,
                link.how,
                link.confidence,
                tuple(sorted(link.lines)),
                details=_details(tuple(sorted(link.access)), tuple(link.columns)),
            )
            for (kind, source, target), link in sorted(self._found.items(), key=lambda item: item[0])
        ]

    def _link(
        self, kind: EdgeType, source: Uid, target: Uid, how: How, confidence: float, line: int | None
    ) -> _Link:
        link = self._found.setdefault((kind, source, target), _Link())
        if confidence > link.confidence:
            link.how, link.confidence = how, confidence
        if line is not None:
            link.lines.add(line)
        return link


@lru_cache(maxsize=10_000)
def _details(access: tuple[str, ...], columns: tuple[str, ...]) -> Details:
    """Most edges of a repository say one of a few things."""
    words = " ".join(word for word in (READ, WRITE) if word in access)
    return details(access=words, columns=columns)
