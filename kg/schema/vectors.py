"""The two places for vectors, so that a change of model never mixes what two models say.

A slot is a property of the versions (`embedding_a`, `embedding_b`) with its index
(`artifact_vector_a`, `artifact_vector_b`). At most one is active: searches use it, and only with
questions embedded by the same model. Knows nothing of how vectors are made or stored.
"""

from dataclasses import dataclass
from enum import StrEnum


class SlotName(StrEnum):
    A = "a"
    B = "b"

    @property
    def other(self) -> "SlotName":
        return SlotName.B if self is SlotName.A else SlotName.A


class SlotState(StrEnum):
    """`building` fills behind the active one; `closing` is being emptied."""

    BUILDING = "building"
    ACTIVE = "active"
    CLOSING = "closing"


@dataclass(frozen=True, slots=True)
class VectorModel:
    """What names a set of vectors that may be compared with each other."""

    model: str
    dimension: int
    prefix_mode: str
    similarity: str = "cosine"

    def __str__(self) -> str:
        return f"{self.model} ({self.dimension} dimensions, prefix {self.prefix_mode})"


@dataclass(frozen=True, slots=True)
class VectorSlot:
    """One slot as the graph records it."""

    slot: SlotName
    model: VectorModel
    state: SlotState
