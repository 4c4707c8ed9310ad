"""What documents spoke of at a commit, with all that it was made of. Light: the options of every command hold it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.schema.facts import Artifact, Edge, Facts, Resolution
from kg.schema.ids import Uid


@dataclass(frozen=True, slots=True)
class KeptMentions:
    """The result, and what it rests on."""

    resolution: Resolution = field(default_factory=Resolution)
    files: Sequence[Facts] = ()
    around: tuple[Artifact, ...] = ()
    """What no single file owns."""
    dependencies: tuple[Edge, ...] = ()
    """The only edges around the code that a mention is told apart by: DEPENDS_ON."""
    looked_into: frozenset[Uid] = frozenset()
    """What of code more than names was read of: its text."""
    measured: frozenset[str] = frozenset()
    """Files of which lines were asked."""
