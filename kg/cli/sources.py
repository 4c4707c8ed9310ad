"""`kg sources connect | list | pause | resume | close`: what is kept up to date that is no GitLab project."""

import getpass
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run, run_on_stores, settings
from kg.cli.output import say, show_json, show_table
from kg.cli.projects import pause_project, resume_project
from kg.errors import NotFound

if TYPE_CHECKING:
    from kg.graph import Graph
    from kg.records import Records
    from kg.records.jobs import Job
    from kg.records.projects import Project

_CONNECT = """Keep a wiki, a config centre, a folder or a git repository up to date from now on.

    kg sources connect confluence+https://wiki.example/wiki/spaces/OPS --credential env:WIKI_TOKEN
    kg sources connect nacos+http://config.example:8848/nacos --credential file:/run/secrets/nacos
    kg sources connect apollo+https://portal.example/apps/orders --credential env:APOLLO_TOKEN
    kg sources connect folder:/srv/runbooks
    kg sources connect git@git.example:shop/orders.git

A credential is a token, or `user:password`; it is read when it is needed, and not kept. The worker does the rest
(`kg jobs`). docs/sources.md says what is read of each, and what is not.
"""
Repo = Annotated[str, typer.Argument(help="The key of its repository (`kg sources list`).")]


def add(app: typer.Typer) -> None:
    group = typer.Typer(
        no_args_is_help=True, help="Wikis, config centres, folders: connected, paused, closed."
    )
    group.command("connect", help=_CONNECT)(connect)
    group.command("list", help="Everything that is connected.")(list_all)
    group.command("pause", help="Leave a source as it is until `kg sources resume`.")(pause)
    group.command("resume", help="Keep a paused source up to date again.")(resume)
    group.command("close", help="Hide a source at once, and take it out of the graph.")(close)
    app.add_typer(group, name="sources")


def connect(
    location: Annotated[str, typer.Argument(help="Where it is; without a login.")],
    name: Annotated[str, typer.Option(help="The key of its repository; else made of where it is.")] = "",
    credential: Annotated[str, typer.Option(help="env:NAME or file:PATH of its token.")] = "",
    as_json: Json = False,
) -> None:
    job = run_on_stores(lambda graph, records: _connect(graph, records, location, name, credential))
    if as_json:
        show_json({"repo": job.repo, "job": job.id})
    else:
        say(f"{job.repo}: connected; job {job.id} brings it")


def list_all(as_json: Json = False) -> None:
    found = run(_listed())
    if as_json:
        show_json([asdict(one) for one in found])
        return
    show_table(
        ("repository", "state", "kind", "where", "credential"),
        [(one.repo, one.state, one.provider, one.url, one.credential) for one in found],
    )


def pause(repo: Repo) -> None:
    pause_project(repo, "sources")


def resume(repo: Repo) -> None:
    resume_project(repo, "sources")


def close(
    repo: Repo, reason: Annotated[str, typer.Option(help="Why, for `kg audit`.")] = "", as_json: Json = False
) -> None:
    told = run_on_stores(lambda graph, records: _close(graph, records, repo, reason))
    if as_json:
        show_json({"repo": repo, "done": told})
    else:
        say(f"{repo}: {told}")


async def _connect(graph: "Graph", records: "Records", location: str, name: str, credential: str) -> "Job":
    from kg.publish.enqueue import enqueue
    from kg.publish.registration import open_again
    from kg.records.jobs import Ask, ask
    from kg.records.projects import ProjectState, project, set_state

    job = await enqueue(records, location, "", name, getpass.getuser(), credential)
    found = await project(records, job.repo)
    if found is None or found.state is ProjectState.CONNECTED:
        return job
    if found.state is ProjectState.CLOSED:
        await open_again(graph, job.repo)
    await set_state(records, job.repo, ProjectState.CONNECTED)
    return await ask(records, Ask(job.repo, asked_by=getpass.getuser()))  # the first may have run in vain


async def _listed() -> "list[Project]":
    from kg.records import open_records
    from kg.records.projects import list_projects

    async with open_records(settings().records_url) as records:
        return await list_projects(records)


async def _close(graph: "Graph", records: "Records", repo: str, reason: str) -> str:
    from kg.publish.lifecycle import close_project
    from kg.records.projects import project

    found = await project(records, repo)
    if found is None:
        raise NotFound(f"no project is connected as {repo}")
    return await close_project(graph, records, found, reason or "a person closed it", getpass.getuser())
