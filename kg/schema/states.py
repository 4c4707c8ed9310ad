"""A change of state as code writes it; which class has the states is told in `kg.ingest.resolve.states`."""

from dataclasses import dataclass

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle_sharing


@quick_pickle_sharing(names=("source", "into"))
@dataclass(frozen=True, slots=True)
class StateChange:
    """A field of a status is given a constant."""

    source: Uid
    """The method that does it."""
    into: str
    """The constant as written: `OrderStatus.PAID`, `PAID`."""
    out_of: tuple[str, ...]
    """What the field is asked to be before, where a condition around it says so plainly; else empty."""
    line: int
    """Relative to the first line of the method."""
