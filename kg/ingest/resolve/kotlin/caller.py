"""What one caller calls: gathered while its body is read, then turned into edges and open sites."""

from kg.schema.facts import Edge, OpenSite
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How, OpenReason

EXACT, INFERRED = 1.0, 0.9
"""Confidence of a site; below the second it is one of several candidates."""


class Caller:
    """A function or initializer, its calls by target."""

    __slots__ = ("calls", "open", "row", "uid")

    def __init__(self, uid: Uid, row: int) -> None:
        self.uid = uid
        self.row = row
        self.calls: dict[Uid, tuple[list[int], list[float]]] = {}
        self.open: list[OpenSite] = []

    def call(self, target: Uid, row: int, confidence: float = EXACT) -> None:
        if target:
            rows, confidences = self.calls.setdefault(target, ([], []))
            rows.append(max(row - self.row, 0))
            confidences.append(confidence)

    def leave(self, row: int, column: int, reason: OpenReason, name: str) -> None:
        self.open.append(OpenSite(max(row - self.row, 0), column, reason, name))

    def edges(self) -> list[Edge]:
        return [
            Edge(
                EdgeType.CALLS,
                self.uid,
                target,
                _how(max(confidences)),
                round(max(confidences), 2),
                tuple(sorted(set(rows))),
            )
            for target, (rows, confidences) in self.calls.items()
        ]


class Nobody(Caller):
    """For reading a body only to learn a type."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(Uid(""), 0)

    def call(self, target: Uid, row: int, confidence: float = EXACT) -> None:
        pass

    def leave(self, row: int, column: int, reason: OpenReason, name: str) -> None:
        pass


def _how(confidence: float) -> How:
    if confidence >= EXACT:
        return How.EXACT
    return How.INFERRED if confidence >= INFERRED else How.CANDIDATE
