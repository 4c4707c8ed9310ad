"""The worker's part at GitLab: kinds of jobs, and what is looked at from time to time.

In: the stores and the site. `runners` go into the worker's table of jobs, `work_gitlab` runs beside it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from kg.errors import KgError
from kg.observe import log
from kg.publish.gitlab.discovery import discover
from kg.publish.gitlab.request import Looking, look_at_request
from kg.publish.gitlab.statuses import tell_statuses
from kg.publish.hooks.request import KIND as REQUEST
from kg.publish.job import Runner
from kg.publish.lifecycle import REMOVE
from kg.publish.project import Stores
from kg.publish.reconcile import Progress
from kg.publish.removal import remove_closed
from kg.records.jobs import Job
from kg.records.running import Result
from kg.schema.remote import Site

STATUS_SECONDS = 2.0


def runners(stores: Stores, site: Site, cache_dir: Path) -> dict[str, Runner]:
    """What is done by kinds of jobs that hooks ask for, besides `reconcile`."""
    return {
        REMOVE: partial(_remove, stores),
        REQUEST: partial(look_at_request, Looking(stores, site, cache_dir)),
    }


async def work_gitlab(stores: Stores, site: Site) -> None:
    """Until it is cancelled; nothing is asked of a site that is not set up."""
    if not site.url:
        return
    async with asyncio.TaskGroup() as group:
        group.create_task(_every(STATUS_SECONDS, lambda: tell_statuses(stores, site)))
        if site.discover_seconds:
            group.create_task(_every(site.discover_seconds, lambda: discover(stores, site)))


async def _remove(stores: Stores, job: Job, progress: Progress) -> Result:
    return await remove_closed(stores, job.repo, progress)


async def _every(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Again and again; an error is said in one line, and the next turn tries again."""
    while True:
        try:
            await work()
        except KgError as error:
            log.warning("gitlab: %s", error)
        except Exception:  # an odd answer ends no worker
            log.exception("gitlab: an error of kg; it is tried again")
        await asyncio.sleep(seconds)
