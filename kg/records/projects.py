"""Projects that kg keeps up to date: where each comes from, and whether it is listened to.

In: a `Project` under the key that its repository has in the graph. Out: the same. The key is fixed when
a project is connected: a rename or a transfer at the host changes its path and URL, never its key.
`credential` names an environment variable or a file; no secret is kept here.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import timedelta
from enum import StrEnum
from hashlib import blake2b
from typing import Any

import sqlalchemy as sa

from kg.errors import NotFound, SettingsError
from kg.records.moment import Moment, now
from kg.records.store import Records, tables


class Provider(StrEnum):
    """What kind of place a project comes from."""

    GITLAB = "gitlab"
    GIT = "git"
    FOLDER = "folder"
    CONFLUENCE = "confluence"
    NACOS = "nacos"
    APOLLO = "apollo"


class ProjectState(StrEnum):
    """`paused`: kept, but not brought up to date; `closed`: gone at its host, or taken away from us."""

    CONNECTED = "connected"
    PAUSED = "paused"
    CLOSED = "closed"


_SPREAD = 500
"""Projects that are given a time for their polls in one go."""
DEFAULT_PRIORITY = 5
"""Of 1 (first) to 9 (last)."""


@dataclass(frozen=True, slots=True)
class Project:
    """One project at its host, and the repository that it is in the graph."""

    repo: str
    """The repository's key in the graph."""
    url: str
    """Where git (or the client of the provider) finds it; without credentials."""
    provider: Provider = Provider.GIT
    host: str = ""
    remote_id: str = ""
    """How its host calls it for good: a number at GitLab, where paths change."""
    path: str = ""
    """`group/project`, as people at the host know it now."""
    ref: str = ""
    """The branch that is held; empty: the default branch."""
    state: ProjectState = ProjectState.CONNECTED
    priority: int = DEFAULT_PRIORITY
    credential: str = ""
    """`env:NAME` or `file:PATH`: where the token is; empty: git's own credentials."""


_project = sa.Table(
    "project",
    tables,
    sa.Column("repo", sa.String(200), primary_key=True),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("provider", sa.String(16), nullable=False),
    sa.Column("host", sa.String(255), nullable=False),
    sa.Column("remote_id", sa.String(255), nullable=False),
    sa.Column("path", sa.Text, nullable=False),
    sa.Column("ref", sa.Text, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("priority", sa.Integer, nullable=False),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("poll_at", Moment),
)
sa.Index(
    "project_remote",
    _project.c.provider,
    _project.c.host,
    _project.c.remote_id,
    unique=True,
    sqlite_where=sa.text("remote_id <> ''"),
    postgresql_where=sa.text("remote_id <> ''"),
)
_COLUMNS = [column for column in _project.c if column.name not in ("created_at", "poll_at")]


async def connect(records: Records, project: Project) -> Project:
    """Keep a project, or change the one of this key; SettingsError when its host's project, or its key,
    belongs to another one already."""
    _check_credential(project.credential)

    def keep(connection: sa.Connection) -> None:
        known = _found(connection, _same_remote(project)) if project.remote_id else None
        if known is not None and known.repo != project.repo:
            raise SettingsError(
                f"projects: {project.path or project.url} is connected as {known.repo} already"
            )
        other = _found(connection, _project.c.repo == project.repo)
        if other is not None and _identity(other) != _identity(project):
            raise SettingsError(
                f"projects: {project.repo} is the project {other.path or other.url}; give this one another key"
            )
        if other is None:
            connection.execute(sa.insert(_project), {**_values(project), "created_at": now()})
        else:
            connection.execute(
                sa.update(_project).where(_project.c.repo == project.repo).values(_values(project))
            )

    await records.run("connecting a project", keep)
    return project


async def find(records: Records, provider: Provider, host: str, remote_id: str) -> Project | None:
    """The project that its host knows by this id; None for one that was never connected."""
    wanted = sa.and_(
        _project.c.provider == provider, _project.c.host == host, _project.c.remote_id == remote_id
    )
    return await records.run("finding a project", lambda connection: _found(connection, wanted))


async def project(records: Records, repo: str) -> Project | None:
    """The project of this key; None when none is connected under it."""
    wanted = _project.c.repo == repo
    return await records.run("finding a project", lambda connection: _found(connection, wanted))


async def list_projects(records: Records) -> list[Project]:
    """Every project, by key."""

    def read(connection: sa.Connection) -> list[Project]:
        return [
            _read(row) for row in connection.execute(sa.select(*_COLUMNS).order_by(_project.c.repo)).all()
        ]

    return await records.run("listing projects", read)


async def set_state(records: Records, repo: str, state: ProjectState) -> None:
    """Pause, close or connect a project again; NotFound when there is none of this key."""
    await _change(records, repo, {"state": state})


async def set_priority(records: Records, repo: str, priority: int) -> None:
    """How early its jobs run, 1 (first) to 9 (last)."""
    if not 1 <= priority <= 9:
        raise SettingsError(f"projects: a priority is 1 (first) to 9 (last), not {priority}")
    await _change(records, repo, {"priority": priority})


async def rename(records: Records, repo: str, path: str, url: str) -> None:
    """A project has another path and URL at its host now; its key, and so its repository, stays."""
    await _change(records, repo, {"path": path, "url": url})


async def take_polls(
    records: Records, providers: Collection[Provider], period_seconds: float, limit: int
) -> list[Project]:
    """Projects whose head is to be looked at, now this worker's to look at: each once a period, at a time of
    its own, so that hosts are not asked for all of them at once."""
    at = now()
    polled = sa.and_(_project.c.state == ProjectState.CONNECTED, _project.c.provider.in_(sorted(providers)))
    new = sa.select(_project.c.repo).where(polled, _project.c.poll_at.is_(None)).limit(_SPREAD)
    due = (
        sa.select(_project.c.repo)
        .where(polled, _project.c.poll_at <= at)
        .order_by(_project.c.poll_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    later = at + timedelta(seconds=period_seconds)

    def spread(connection: sa.Connection) -> None:
        for row in connection.execute(new).all():
            first = at + timedelta(seconds=_share(row.repo) * period_seconds)
            connection.execute(sa.update(_project).where(_project.c.repo == row.repo).values(poll_at=first))

    def take(connection: sa.Connection) -> list[Project]:
        statement = sa.update(_project).where(_project.c.repo.in_(due)).values(poll_at=later)
        return [_read(row) for row in connection.execute(statement.returning(*_COLUMNS)).all()]

    await records.run("spreading polls", spread)
    return await records.run("taking polls", take)


def _share(repo: str) -> float:
    """Where in a period a project has its turn, 0 to 1; the same for every worker."""
    return int.from_bytes(blake2b(repo.encode(), digest_size=4).digest()) / 2**32


async def _change(records: Records, repo: str, values: dict[str, object]) -> None:
    statement = sa.update(_project).where(_project.c.repo == repo).values(values)
    changed = await records.run(
        "changing a project", lambda connection: int(connection.execute(statement).rowcount)
    )
    if not changed:
        raise NotFound(f"no project is connected as {repo}")


def _found(connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> Project | None:
    row = connection.execute(sa.select(*_COLUMNS).where(wanted)).first()
    return None if row is None else _read(row)


def _same_remote(project: Project) -> sa.ColumnElement[bool]:
    return sa.and_(
        _project.c.provider == project.provider,
        _project.c.host == project.host,
        _project.c.remote_id == project.remote_id,
    )


def _identity(project: Project) -> tuple[str, ...]:
    """What makes it the same project: its id at the host, or its URL where the host gives none."""
    known = (project.host, project.remote_id) if project.remote_id else (project.url,)
    return (project.provider, *known)


def _values(project: Project) -> dict[str, Any]:
    return asdict(project)


def _read(row: sa.Row[Any]) -> Project:
    values = dict(row._mapping)
    return Project(**{**values, "provider": Provider(row.provider), "state": ProjectState(row.state)})


def _check_credential(credential: str) -> None:
    """A reference, never the token itself: what is kept here is read by whoever reads the database."""
    kind, sign, name = credential.partition(":")
    if credential and (not sign or not name or kind not in ("env", "file")):
        raise SettingsError("projects: a credential is env:NAME or file:PATH; the token itself is not kept")
