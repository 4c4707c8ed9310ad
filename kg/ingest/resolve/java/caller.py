"""What one caller calls: gathered while its body is read, then turned into edges and open sites."""

from kg.ingest.resolve.java.types import Method, Sort
from kg.schema.facts import Edge, OpenSite
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, How, OpenReason

EXACT, INFERRED, LIKELY = 1.0, 0.98, 0.85
"""Confidence of a site: the rules of the language say it; nothing known speaks against it; the best of several,
of which an unknown argument decides. Below, it is one of several candidates. Measured: tests/bench/callgraph."""


class Caller:
    """A method or initialiser, its calls by target."""

    __slots__ = ("calls", "open", "row", "uid")

    def __init__(self, uid: Uid, row: int) -> None:
        self.uid = uid
        self.row = row
        self.calls: dict[Uid, tuple[list[int], list[float]]] = {}
        self.open: list[OpenSite] = []

    def call(self, method: Method, row: int, column: int, confidence: float) -> None:
        """A site that is tied to a method; one that stands in no source stays open: generated, or external."""
        if not method.uid:
            of_source = method.owner.sort is Sort.SOURCE
            reason = OpenReason.GENERATED if of_source else OpenReason.EXTERNAL
            self.leave(row, column, reason, f"{method.owner.name}#{method.name}", method.owner.artifact)
            return
        rows, confidences = self.calls.setdefault(method.uid, ([], []))
        rows.append(row - self.row)
        confidences.append(confidence)

    def implied(self, method: Method, row: int) -> None:
        """A call the compiler puts in: no site says it, so there is nothing to leave open."""
        if method.uid:
            self.call(method, row, 0, EXACT)

    def leave(self, row: int, column: int, reason: OpenReason, name: str, library: str = "") -> None:
        self.open.append(OpenSite(row - self.row, column, reason, name, library))

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
    return How.INFERRED if confidence >= LIKELY else How.CANDIDATE
