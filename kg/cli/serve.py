"""`kg serve` and `kg work`: the API and the worker in the foreground (`kg up` runs both behind).

What they need is imported when they run: FastAPI, SQLAlchemy and the models' clients would cost
every other command half a second.
"""

from functools import partial
from typing import TYPE_CHECKING

import typer

from kg.cli.frame import run, settings
from kg.config import Settings
from kg.graph import connect
from kg.local import Progress
from kg.local.services import say_ready
from kg.purge.honour import honour_denials

if TYPE_CHECKING:
    from kg.ingest.options import IngestOptions
    from kg.publish.dispatch import Handlers
    from kg.publish.job import Runner
    from kg.publish.jobs import JobOptions
    from kg.publish.project import Stores
    from kg.records.jobs import Job
    from kg.records.running import Result

WORKER = "worker"
_WAIT_SECONDS = 10.0


def add(app: typer.Typer) -> None:
    app.command("serve", help="Serve GraphQL in the foreground; Ctrl-C ends it. `kg up` does it behind.")(
        serve
    )
    app.command(
        "work",
        help="Run jobs, fill histories and vectors in the foreground; Ctrl-C ends it. `kg up` does it behind.",
    )(work)


def serve() -> None:
    from api.app import serve as serve_api
    from kg.publish.lease import LeaseOptions
    from kg.publish.operate import Operate

    # A request ends after 15 s: who waits longer for a publisher is told to ask again.
    now, lease = settings(), LeaseOptions(wait_seconds=_WAIT_SECONDS)
    serve_api(
        now, lambda graph, records: Operate(graph, records, lease, now.keep_options(), now.tier2_options())
    )


def work() -> None:
    run(_work(settings()))


async def _work(now: Settings) -> None:
    from kg.ingest.stay_warm import stay_warm
    from kg.llm.gateway import open_embedder
    from kg.publish.gitlab.work import runners, work_gitlab
    from kg.publish.hooks.table import WIKI_HANDLERS, gitlab_handlers
    from kg.publish.job import Desk
    from kg.publish.jobs import work_jobs
    from kg.publish.judging import judge_behind
    from kg.publish.listen import ListenOptions, listen
    from kg.publish.operate import ROLLBACK
    from kg.publish.project import Stores
    from kg.publish.vacuum import VacuumOptions
    from kg.publish.worker import WorkOptions
    from kg.publish.worker import work as work_on
    from kg.records import EmbeddingCache, open_records

    await honour_denials(now.records_url, now.denial_key_file)
    async with (
        connect(now.graph_options()) as graph,
        open_embedder(now.embedder_options()) as embedder,
        open_records(now.records_url) as records,
        stay_warm(now.ingest_options(), now.warm_mb) as ingest_options,
    ):
        say_ready(now.local_options(), WORKER)
        options = WorkOptions(now.home / "cache", vacuum=VacuumOptions(now.keep_options()))
        stores = Stores(graph, records, now.gate_options(), now.keep_options())
        site = now.gitlab_site()
        kinds: dict[str, Runner] = {
            "reconcile": partial(_reconcile, now, stores, ingest_options),
            ROLLBACK: partial(_roll_back, now, stores, ingest_options),
            **runners(stores, site, now.home / "cache"),
        }
        jobs = work_jobs(
            stores,
            Desk(records, kinds),
            _job_options(now, {**gitlab_handlers(graph, site.host), **WIKI_HANDLERS}),
        )
        judging = judge_behind(stores, embedder, now.tier2_options(), now.live_options())
        at_gitlab = work_gitlab(stores, site)
        listening = listen(records, ListenOptions())
        await work_on(graph, embedder, EmbeddingCache(records), options, jobs, judging, at_gitlab, listening)


async def _reconcile(
    now: Settings, stores: "Stores", options: "IngestOptions", job: "Job", progress: Progress
) -> "Result":
    """One job. What was purged since the worker began is in force from now on."""
    from kg.publish.project import reconcile

    await honour_denials(now.records_url, now.denial_key_file)
    return await reconcile(stores, job.repo, job.ref, options, progress)


async def _roll_back(
    now: Settings, stores: "Stores", options: "IngestOptions", job: "Job", progress: Progress
) -> "Result":
    from kg.publish.take_back_repository import run_rollback

    await honour_denials(now.records_url, now.denial_key_file)
    return await run_rollback(stores, job, options, progress)


def _job_options(now: Settings, handlers: "Handlers") -> "JobOptions":
    from kg.publish.dispatch import HANDLERS
    from kg.publish.jobs import JobOptions
    from kg.publish.poll import PollOptions
    from kg.publish.queue import QueueOptions, system_url

    queue = QueueOptions(system_url(now.sql_url, now.home), now.worker_jobs)
    poll = PollOptions(float(now.poll_seconds), now.home / "cache")
    return JobOptions(queue, poll, {**HANDLERS, **handlers})
