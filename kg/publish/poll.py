"""Looks at the head of every connected project from time to time, and so makes up for hooks that were lost.

In: projects whose turn it is. Out: an ask for a job where the head is not what the graph holds. Of git nothing is
fetched: `git ls-remote` tells the commit. Other places tell none, so their mirror is brought up to date. What is
held, at work, or was given up at this very commit lately is not asked for.
"""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from kg.errors import KgError
from kg.ingest.source.git import open_source, without_login
from kg.ingest.source.mirror import remote_head
from kg.ingest.source.places import is_place
from kg.observe import log
from kg.publish.credentials import location
from kg.publish.project import Stores
from kg.publish.standing import standing
from kg.records.heads import saw_head
from kg.records.holds import held
from kg.records.jobs import COMMIT, Ask, JobState, ask, last_job
from kg.records.moment import now
from kg.records.projects import DEFAULT_PRIORITY, Project, Provider, take_polls

PROVIDERS = tuple(Provider)
AT_ONCE = 8
AGAIN_SECONDS = 3600.0
"""What was given up is asked for again after so long: its host may be back, its branch there."""


@dataclass(frozen=True, slots=True)
class PollOptions:
    """How often each project has its turn (0: never), and where the mirrors of other places are."""

    period_seconds: float
    cache_dir: Path


async def poll(stores: Stores, options: PollOptions) -> int:
    """Look at those whose turn it is; how many that were."""
    turn = await take_polls(stores.records, PROVIDERS, options.period_seconds, AT_ONCE)
    await asyncio.gather(*(_look(stores, project, options.cache_dir) for project in turn))
    return len(turn)


async def _look(stores: Stores, project: Project, cache_dir: Path) -> None:
    """One that cannot be looked at is said and has its turn again; it is in nobody's way."""
    try:
        head = await _head(project, cache_dir)
        if head and await _is_new(stores, project, head):
            priority = COMMIT + project.priority - DEFAULT_PRIORITY
            await ask(
                stores.records,
                Ask(project.repo, project.ref, after=head, priority=priority, asked_by="poll"),
            )
    except KgError as error:
        log.warning("poll: %s: %s", project.repo, error)
    except Exception:  # an odd answer of its host
        log.exception("poll: %s: an error of kg", project.repo)


async def _head(project: Project, cache_dir: Path) -> str:
    if is_place(project.url):
        return (await open_source(location(project), project.ref, cache_dir, project.repo)).commit
    return await remote_head(location(project), without_login(project.url), project.ref)


async def _is_new(stores: Stores, project: Project, head: str) -> bool:
    here = await standing(stores.graph, project.repo)
    ref = project.ref or here.ref
    if ref:
        await saw_head(stores.records, project.repo, ref, head)
    if here.commit == head:
        return False
    if ref and await held(stores.records, project.repo, ref, head):
        return False
    last = await last_job(stores.records, project.repo)
    if last is None or last.state is JobState.DONE:
        return True
    if last.ended_at is None:  # at work: the next poll sees what comes of it
        return False
    return last.after != head or last.ended_at < now() - timedelta(seconds=AGAIN_SECONDS)
