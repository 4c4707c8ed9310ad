"""Gates: what a snapshot must hold to before it is published (tier 1) or to stay (tier 2)."""

from dataclasses import dataclass
from enum import StrEnum

TIER_1, TIER_2, LIVE = 1, 2, 3
"""Before every publish, behind it, and what is seen of it in its first minutes."""


class GateState(StrEnum):
    """`not measured`: what it needs is not there (yet), which fails nobody and is said."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Gate:
    """One figure against its bound."""

    name: str
    state: GateState
    value: float
    bound: float
    note: str = ""
    """What was found, for people: examples, or why nothing was measured."""

    @classmethod
    def at_most(cls, name: str, value: float, bound: float, note: str = "") -> "Gate":
        return cls(name, GateState.PASSED if value <= bound else GateState.FAILED, value, bound, note)

    @classmethod
    def at_least(cls, name: str, value: float, bound: float, note: str = "") -> "Gate":
        return cls(name, GateState.PASSED if value >= bound else GateState.FAILED, value, bound, note)

    @classmethod
    def not_measured(cls, name: str, why: str) -> "Gate":
        return cls(name, GateState.NOT_MEASURED, 0.0, 0.0, why)

    def __str__(self) -> str:
        """`orphans 3 (bound 0): a, b`."""
        said = f": {self.note}" if self.note else ""
        if self.state is GateState.NOT_MEASURED:
            return f"{self.name} not measured{said}"
        return f"{self.name} {self.value:g} (bound {self.bound:g}){said}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """All gates of one tier for one snapshot, and how long they took."""

    tier: int
    gates: tuple[Gate, ...]
    seconds: float
    forced: bool = False
    """Published in spite of what failed."""
    approved_by: str = ""
    """Who looked at its changed answers; empty for nobody."""

    @property
    def failed(self) -> tuple[Gate, ...]:
        return tuple(gate for gate in self.gates if gate.state is GateState.FAILED)

    @property
    def passed(self) -> bool:
        return not self.failed
