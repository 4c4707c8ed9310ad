"""What one caller calls: gathered while its body is read, then turned into edges and open sites."""

from kg.ingest.resolve.java.types import Method, Sort
from kg.schema.facts import Edge, OpenSite
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How, OpenReason

_INFERRED = 0.9


class Caller:
    """A method or initialiser, its calls by target."""

    __slots__ = ("calls", "open", "row", "uid")

    def __init__(self, uid: Uid, row: int) -> None:
        self.uid = uid
        self.row = row
        self.calls: dict[Uid, tuple[list[int], list[bool]]] = {}
        self.open: list[OpenSite] = []

    def call(self, method: Method, row: int, column: int, certain: bool) -> None:
        """A site that is tied to a method; one that stands in no source stays open as external."""
        if not method.uid:
            self.leave(row, column, OpenReason.EXTERNAL, f"{method.owner.name}#{method.name}")
            return
        rows, certainties = self.calls.setdefault(method.uid, ([], []))
        rows.append(row - self.row)
        certainties.append(certain)

    def implied(self, method: Method, row: int) -> None:
        """A call the compiler puts in: no site says it, so there is nothing to leave open."""
        if method.uid:
            self.call(method, row, 0, certain=True)

    def leave(self, row: int, column: int, reason: OpenReason, name: str) -> None:
        self.open.append(OpenSite(row - self.row, column, reason, name))

    def edges(self) -> list[Edge]:
        return [
            Edge(
                EdgeType.CALLS,
                self.uid,
                target,
                How.EXACT if any(certainties) else How.INFERRED,
                1.0 if any(certainties) else _INFERRED,
                tuple(sorted(set(rows))),
            )
            for target, (rows, certainties) in self.calls.items()
        ]


def is_external(sort: Sort) -> bool:
    return sort in (Sort.STUB, Sort.GHOST)
