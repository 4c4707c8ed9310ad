"""The bounds of the gates; light, since the settings make them for every command."""

from dataclasses import dataclass

from kg.publish.labelled import Labelled


@dataclass(frozen=True, slots=True)
class Canary:
    """Who sees a new snapshot first, and for how long alone."""

    percent: int = 100
    """Of principals, by a digest of their id; 100: everybody at once."""
    seconds: float = 600.0


EVERYBODY = Canary()


@dataclass(frozen=True, slots=True)
class GateOptions:
    """The bounds of tier 1, and whether what breaks them is published all the same."""

    missed: int = 0
    """Edges that found an end missing."""
    least_share: float = 0.5
    """Artifacts of the repository against its last ingest: less is a parser or a rule gone wrong."""
    small: int = 200
    """A repository of fewer artifacts may shrink as it likes."""
    dead_mentions: int = 200
    """Names in documents that this commit left without what they name."""
    questions: tuple[Labelled, ...] = ()
    forced: bool = False
    looked_at: int = 5_000
    canary: Canary = EVERYBODY


DEFAULT_GATES = GateOptions()


@dataclass(frozen=True, slots=True)
class Tier2Options:
    """How answers are judged, and how often."""

    questions: tuple[Labelled, ...] = ()
    tolerance: float = 0.02
    """How far recall@10 and MRR may be below the last snapshot that passed."""
    empty_share: float = 0.18
    """Questions that find nothing at all."""
    every_seconds: float = 3600.0
    look_seconds: float = 15.0
    """How often the worker looks whether something is to be judged."""
    approval: bool = False
    """A pin needs a verdict of tier 2 that a person approved."""
    wait_seconds: float = 60.0
    """For a publisher that is at work."""


NO_APPROVAL = Tier2Options()


@dataclass(frozen=True, slots=True)
class LiveOptions:
    """Bounds on how searches go in the first minutes of a snapshot."""

    watch_seconds: float = 600.0
    enough: int = 20
    """Searches, before anything is judged."""
    empty_share: float = 0.5
    failed_share: float = 0.05
    slow_share: float = 0.5
