"""What git says of the past of an artifact: commits, values that changed, who wrote which lines.

Subjects and values are redacted before they are in any of these. Knows nothing of how git is asked.
"""

from dataclasses import dataclass

from kg.schema.ids import Uid
from kg.schema.question import Place


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit. Of its author the name alone."""

    sha: str
    author: str
    at: str
    """When it was committed, ISO 8601 in UTC, so that texts compare as times do."""
    subject: str
    merge_request: str = ""
    """`group/project!123` (GitLab) or `#123` (GitHub) that brought it; empty where no merge says."""


@dataclass(frozen=True, slots=True)
class Transition:
    """A setting that a commit gave another value, in one environment; empty where there was none."""

    environment: str
    old: str
    new: str
    """As kept: a value that is not plainly harmless reads `<withheld:type>`."""


@dataclass(frozen=True, slots=True)
class Change:
    """A commit that touched an artifact, and where that stood then."""

    commit: Commit
    path: str
    transitions: tuple[Transition, ...] = ()
    """Config: the values that it changed."""


@dataclass(frozen=True, slots=True)
class History:
    """The past of an artifact, newest first."""

    uid: Uid
    changes: tuple[Change, ...]
    complete: bool
    """False where a bound of time or count, a shallow clone or a missing object cut it."""
    whole_file: bool
    """True where only the file's history could be told."""


@dataclass(frozen=True, slots=True)
class BlamedLines:
    """Neighbouring lines that one commit wrote."""

    start_line: int
    end_line: int
    commit: Commit


@dataclass(frozen=True, slots=True)
class CoChanged:
    """A file that changed in the same commits."""

    path: str
    """As it is called today."""
    together: int
    """Commits that touched both."""
    share: float
    """Of the commits that touched the artifact."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """An artifact whose past commits say what was asked for."""

    place: Place
    changed_at: str
    changed_in: str
    changes: int
