"""`kg jobs [list | show | cancel | retry | priority]`: what was asked of the worker, and what became of it."""

import getpass
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from kg.cli.frame import Json, run, settings
from kg.cli.output import say, show_json, show_pairs, show_table
from kg.errors import SettingsError

if TYPE_CHECKING:
    from kg.records import Records
    from kg.records.jobs import Job

_HELP = """What was asked of the worker, and what became of it.

    kg jobs                        the newest
    kg jobs list --state dead      those that gave up, with the reason
    kg jobs show 12
    kg jobs cancel 12              one that waits ends now, one that runs at its next step
    kg jobs retry 12               another attempt, with its reason mended
    kg jobs priority 12 1          1 is first, 9 last

A job that says `running` was heard of in the last half minute; else it says `interrupted`, and another
worker takes it over.
"""
T = TypeVar("T")
Number = Annotated[int, typer.Argument(help="The job's number.")]


def add(app: typer.Typer) -> None:
    group = typer.Typer(invoke_without_command=True, help=_HELP)
    group.callback()(_newest)
    group.command("list", help="Jobs, newest first.")(list_all)
    group.command("show", help="One job.")(show)
    group.command("cancel", help="Take back a job that has not ended.")(cancel)
    group.command("retry", help="Try a job again that failed, died or was cancelled.")(retry)
    group.command("priority", help="How early a job that waits runs.")(priority)
    app.add_typer(group, name="jobs")


def _newest(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_all()


def list_all(
    state: Annotated[str, typer.Option(help="Only in this state: waiting, running, dead, …")] = "",
    repo: Annotated[str, typer.Option(help="Only of this repository.")] = "",
    limit: Annotated[int, typer.Option(help="How many.", min=1)] = 30,
    as_json: Json = False,
) -> None:
    found = _on_records(lambda records: _listed(records, state, repo, limit))
    if as_json:
        show_json([_row(job) for job in found])
        return
    show_table(
        ("job", "state", "repository", "ref", "commit", "step", "asked by", "when", "reason"),
        [_cells(job) for job in found],
    )


def show(number: Number, as_json: Json = False) -> None:
    from kg.records.jobs import get_job

    _show(_on_records(lambda records: get_job(records, number)), as_json)


def cancel(number: Number, as_json: Json = False) -> None:
    from kg.records.jobs import cancel as cancel_job

    job = _on_records(lambda records: cancel_job(records, number, getpass.getuser()))
    _said(
        job, f"job {job.id} is cancelled" if job.ended_at else f"job {job.id} stops at its next step", as_json
    )


def retry(number: Number, as_json: Json = False) -> None:
    from kg.records.jobs import retry as retry_job

    job = _on_records(lambda records: retry_job(records, number, getpass.getuser()))
    _said(job, f"job {job.id} waits, attempt {job.attempt}", as_json)


def priority(
    number: Number,
    level: Annotated[int, typer.Argument(help="1 (first) to 9 (last).")],
    as_json: Json = False,
) -> None:
    from kg.records.jobs import set_priority

    job = _on_records(lambda records: set_priority(records, number, level))
    _said(job, f"job {job.id} has priority {job.priority}", as_json)


def _on_records(work: "Callable[[Records], Awaitable[T]]") -> T:
    """Jobs are in the records only: this works while Neo4j is down, too."""

    async def opened() -> T:
        from kg.records import open_records

        async with open_records(settings().records_url) as records:
            return await work(records)

    return run(opened())


async def _listed(records: "Records", state: str, repo: str, limit: int) -> "list[Job]":
    from kg.records.jobs import JobState, list_jobs

    if state and state not in list(JobState):
        raise SettingsError(f"jobs: {state} is no state; one of {', '.join(JobState)}")
    return await list_jobs(records, limit, [JobState(state)] if state else (), [repo] if repo else None)


def _said(job: "Job", text: str, as_json: bool) -> None:
    if as_json:
        show_json(_row(job))
    else:
        say(text)


def _show(job: "Job", as_json: bool) -> None:
    if as_json:
        show_json(_row(job))
    else:
        show_pairs({name: value for name, value in _row(job).items() if value not in ("", None)})


def _cells(job: "Job") -> tuple[object, ...]:
    step = f"{job.step} {job.done}/{job.total}" if job.state == "running" and job.step else ""
    when = job.ended_at or job.started_at or job.created_at
    return (
        job.id, job.state, job.repo, job.ref, job.after[:10], step, job.asked_by, _shown(when), job.reason[:80],
    )  # fmt: skip


def _row(job: "Job") -> dict[str, object]:
    return {
        name: _shown(value) if isinstance(value, datetime) else value for name, value in asdict(job).items()
    }


def _shown(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
