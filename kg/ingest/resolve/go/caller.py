"""What one caller calls: gathered while its body is read, then turned into edges and open sites."""

from kg.ingest.resolve.go.declared import Function
from kg.schema.facts import Edge, OpenSite
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How, OpenReason

EXACT, INFERRED = 1.0, 0.9
"""Confidence of a site; below the second it is one of several candidates."""
_LONGEST_NAME = 200


class Caller:
    """A function or the initialiser of a file, its calls by target."""

    __slots__ = ("calls", "open", "row", "uid")

    def __init__(self, uid: Uid, row: int) -> None:
        self.uid = uid
        self.row = row
        self.calls: dict[Uid, tuple[list[int], list[float]]] = {}
        self.open: list[OpenSite] = []

    def call(self, function: Function, row: int, confidence: float) -> None:
        rows, confidences = self.calls.setdefault(function.uid, ([], []))
        rows.append(row - self.row)
        confidences.append(confidence)

    def leave(self, row: int, column: int, reason: OpenReason, name: str, library: str = "") -> None:
        self.open.append(OpenSite(row - self.row, column, reason, name[:_LONGEST_NAME], library))

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


def _how(confidence: float) -> How:
    if confidence >= EXACT:
        return How.EXACT
    return How.INFERRED if confidence >= INFERRED else How.CANDIDATE
