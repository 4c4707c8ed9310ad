"""`kg gitlab plan | connect | list | hooks | pause | resume | priority | forget`: which projects of a GitLab are kept up to date."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run, run_on_stores, settings
from kg.cli.output import errors, say, show_json, show_table
from kg.cli.projects import pause_project, resume_project
from kg.errors import NotFound, SettingsError

if TYPE_CHECKING:
    from kg.publish.gitlab.plan import Plan
    from kg.records.deliveries import Delivery
    from kg.records.groups import Group
    from kg.records.projects import Project

_CONNECT = """Keep a project, or all projects of a group, up to date from now on.

    kg gitlab connect acme                    the group, what is in it, and what comes into it later
    kg gitlab connect acme/shop               one project
    kg gitlab connect acme --hooks            with a webhook for each (the token needs the scope `api`)
    kg gitlab connect labs --credential file:/run/secrets/labs-token

Needs KG_GITLAB_URL and KG_GITLAB_TOKEN_FILE. A project that was closed is opened again. The worker does the rest
(`kg jobs`): projects of a group come behind what people wait for.
"""
Repo = Annotated[str, typer.Argument(help="The key of its repository (`kg gitlab list`).")]


def add(app: typer.Typer) -> None:
    group = typer.Typer(
        no_args_is_help=True, help="Projects of your GitLab: connected, paused, in which order."
    )
    group.command("plan", help="What connecting a group would cost: lines, hours, tokens, disk.")(plan_group)
    group.command("connect", help=_CONNECT)(connect)
    group.command("list", help="The projects that are connected, and their groups.")(list_all)
    group.command("hooks", help="The newest messages of GitLab, and what became of each.")(list_hooks)
    group.command("pause", help="Leave a project as it is until `kg gitlab resume`.")(pause)
    group.command("resume", help="Keep a paused project up to date again.")(resume)
    group.command("forget", help="Look through a group no more; the projects that came of it stay.")(forget)
    group.command("priority", help="How early the jobs of a project run.")(priority)
    app.add_typer(group, name="gitlab")


def plan_group(
    group: Annotated[str, typer.Argument(help="Its full path.")],
    archived: Annotated[bool, typer.Option(help="With archived projects.")] = False,
    as_json: Json = False,
) -> None:
    made = run(_plan(group, archived))
    if as_json:
        show_json(made)
        return
    show_table(
        ("project", "size", "lines, about", "left out"),
        [(one.path, f"{one.bytes / 1e6:.1f} MB", one.lines, one.left_out) for one in made.projects],
    )
    say(
        f"about {made.lines:,} lines: {made.hours:g} h of work, {made.embedding_tokens:,} embedding tokens,"
        f" {made.disk_bytes / 1e9:.1f} GB of disk; within a factor of three"
    )
    if made.unknown:
        errors.print(f"note: of {made.unknown} projects this token may not see the size", style="yellow")


def connect(
    name: Annotated[str, typer.Argument(help="The full path of a project, or of a group.")],
    hooks: Annotated[bool, typer.Option("--hooks", help="Give each project a webhook.")] = False,
    credential: Annotated[str, typer.Option(help="env:NAME or file:PATH of a token of its own.")] = "",
    level: Annotated[int, typer.Option("--priority", help="1 (first) to 9 (last).", min=1, max=9)] = 5,
    as_json: Json = False,
) -> None:
    from kg.publish.gitlab.connect import connect_named
    from kg.records.groups import Group

    site = settings().gitlab_site()
    wanted = Group(site.host, name, credential, level, hooks)
    made = run_on_stores(lambda graph, records: connect_named(graph, records, site, wanted))
    if as_json:
        show_json([_row(one) for one in made])
        return
    for one in made:
        say(f"{one.repo}: connected ({one.url})")
    if not made:
        say(f"{name}: no project is in it yet; those that come are connected by the worker")


def list_all(as_json: Json = False) -> None:
    projects, groups = run(_listed())
    if as_json:
        show_json({"projects": [_row(one) for one in projects], "groups": [asdict(one) for one in groups]})
        return
    show_table(
        ("repository", "state", "priority", "path", "branch"),
        [(one.repo, one.state, one.priority, one.path, one.ref or "the default one") for one in projects],
    )
    for group in groups:
        say(f"group {group.path} at {group.host}: looked through for new projects")


def list_hooks(
    state: Annotated[
        str, typer.Option(help="Only in this state: waiting, taken, done, ignored or failed.")
    ] = "",
    limit: Annotated[int, typer.Option(help="How many.", min=1, max=1000)] = 20,
    as_json: Json = False,
) -> None:
    found = run(_deliveries(state, limit))
    rows = [(one.received_at.isoformat(), one.event, one.project, one.state, one.reason) for one in found]
    names = ("received_at", "event", "project", "state", "reason")
    if as_json:
        show_json([dict(zip(names, row, strict=True)) for row in rows])
    else:
        show_table(("received", *names[1:]), rows)


def pause(repo: Repo) -> None:
    pause_project(repo, "gitlab")


def resume(repo: Repo) -> None:
    resume_project(repo, "gitlab")


def priority(
    repo: Repo, level: Annotated[int, typer.Argument(help="1 (first) to 9 (last).", min=1, max=9)]
) -> None:
    run(_set_priority(repo, level))
    say(f"{repo} has priority {level}")


def forget(group: Annotated[str, typer.Argument(help="Its full path.")]) -> None:
    if not run(_forget(group)):
        raise NotFound(f"gitlab: no group {group} is connected; `kg gitlab list` lists them")
    say(f"{group} is not looked through any more; its projects stay as they are")


async def _forget(group: str) -> bool:
    from kg.records import open_records
    from kg.records.groups import forget_group

    async with open_records(settings().records_url) as records:
        return await forget_group(records, settings().gitlab_site().host, group)


async def _plan(group: str, archived: bool) -> "Plan":
    from kg.publish.gitlab.access import open_gitlab
    from kg.publish.gitlab.plan import plan

    return plan(await open_gitlab(settings().gitlab_site()).projects(group), archived)


async def _listed() -> "tuple[list[Project], tuple[Group, ...]]":
    from kg.records import open_records
    from kg.records.groups import list_groups
    from kg.records.projects import Provider, list_projects

    async with open_records(settings().records_url) as records:
        projects = [one for one in await list_projects(records) if one.provider is Provider.GITLAB]
        return projects, await list_groups(records)


async def _deliveries(state: str, limit: int) -> "list[Delivery]":
    from kg.records import open_records
    from kg.records.deliveries import DeliveryState, list_deliveries

    if state and state not in list(DeliveryState):
        raise SettingsError(f"gitlab: {state} is no state of a message: {', '.join(DeliveryState)}")
    async with open_records(settings().records_url) as records:
        return await list_deliveries(records, limit, [DeliveryState(state)] if state else ())


async def _set_priority(repo: str, level: int) -> None:
    from kg.records import open_records
    from kg.records.projects import set_priority

    async with open_records(settings().records_url) as records:
        await set_priority(records, repo, level)


def _row(project: "Project") -> dict[str, object]:
    return asdict(project)
