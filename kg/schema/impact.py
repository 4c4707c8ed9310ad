"""What a change touches: the artifacts it changes, what reaches them, and what speaks of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.schema.ids import Uid
from kg.schema.question import Linked, Place, Step
from kg.schema.vocabulary import Kind

TEST = "test"
"""`entry` of a test method."""


@dataclass(frozen=True, slots=True)
class Reached:
    """An artifact that leads to what is changed, or is changed itself."""

    place: Place
    way: tuple[Step, ...]
    """The edges from it to what is changed, the nearest to the change first; empty for the change itself."""
    entry: str = ""
    """Why nothing needs to call it: `route`, `scheduler`, `test`, …"""
    service: str = ""
    owner_team: str = ""


@dataclass(frozen=True, slots=True)
class Team:
    """What of an impact belongs to one team; an empty name: to nobody that is known."""

    name: str
    services: tuple[str, ...]
    reached: tuple[Reached, ...]


@dataclass(frozen=True, slots=True)
class Impact:
    """Everything within bounds; `cut` says that there is more."""

    snapshot: int
    changed: tuple[Reached, ...]
    reached: tuple[Reached, ...]
    """What leads to the changed artifacts, by distance: callers, endpoints, jobs, tests, …"""
    settings: tuple[Linked, ...]
    """Configuration keys that the changed code reads."""
    documents: tuple[Linked, ...]
    """Sections that describe a changed artifact."""
    incidents: tuple[Linked, ...]
    """Reports about a changed artifact."""
    cut: bool

    @property
    def tests(self) -> tuple[Reached, ...]:
        """Tests that reach the change."""
        return tuple(one for one in self.reached if one.entry == TEST)

    @property
    def endpoints(self) -> tuple[Reached, ...]:
        """Requests and topics, of this and other repositories, that lead to the change."""
        return tuple(one for one in self.reached if one.place.kind in (Kind.ENDPOINT, Kind.TOPIC))

    @property
    def callers(self) -> tuple[Reached, ...]:
        """What else leads to it."""
        apart = {id(one) for one in (*self.tests, *self.endpoints)}
        return tuple(one for one in self.reached if id(one) not in apart)

    @property
    def teams(self) -> tuple[Team, ...]:
        """Whom it concerns: the most concerned first, tests left out."""
        return tuple(sorted(self._teams(), key=lambda team: (-len(team.reached), team.name)))

    def _teams(self) -> Iterator[Team]:
        concerned = [one for one in (*self.changed, *self.reached) if one.entry != TEST]
        for name in {one.owner_team for one in concerned}:
            theirs = tuple(one for one in concerned if one.owner_team == name)
            yield Team(name, tuple(sorted({one.service for one in theirs if one.service})), theirs)


@dataclass(frozen=True, slots=True)
class ChangedIn:
    """What some commits change, in the words of a snapshot."""

    repo: str
    base: str
    head: str
    uids: tuple[Uid, ...]
    elsewhere: tuple[str, ...]
    """Paths that the snapshot does not hold: new files, files that are left out."""
