"""The GitLab that kg is set up for, and what it tells of its projects, as plain records."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Site:
    """One GitLab, and what kg may do there."""

    url: str = ""
    """Empty: none is set up; hooks are understood all the same."""
    credential: str = ""
    """`file:PATH` of the token that a project without one of its own uses."""
    hook_address: str = ""
    """Where GitLab reaches our hooks, for webhooks that we make."""
    signing_file: str = ""
    token_file: str = ""
    statuses: tuple[str, ...] = ()
    """Repositories (`acme/*`) whose commits are told how their ingest went."""
    notes: tuple[str, ...] = ()
    """Those at whose merge requests it is noted what they touch."""
    discover_seconds: float = 900.0

    @property
    def host(self) -> str:
        """Its name and port, as projects keep it."""
        return urlsplit(self.url).netloc.rpartition("@")[2].lower()

    def tells_status(self, repo: str) -> bool:
        return any(fnmatchcase(repo, pattern) for pattern in self.statuses)

    def notes_on(self, repo: str) -> bool:
        return any(fnmatchcase(repo, pattern) for pattern in self.notes)


@dataclass(frozen=True, slots=True)
class RemoteProject:
    """A project as its host has it now."""

    id: int
    path: str
    url: str
    default_branch: str
    archived: bool
    empty: bool
    """It has no commit yet."""
    bytes: int
    """Of its repository; 0 where the token may not see that."""


@dataclass(frozen=True, slots=True)
class RemoteDeployment:
    """A commit that was brought to an environment."""

    number: int
    environment: str
    commit: str
    status: str
    at: str
    """ISO 8601."""
