"""`kg ingest | remove`: repositories into the graph, and out of it."""

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run, run_on_graph, run_on_stores, settings
from kg.cli.output import errors, progress, say, show_json
from kg.errors import KgError, SettingsError
from kg.graph import Graph
from kg.ingest.source.git import repo_key
from kg.local import Progress
from kg.schema.ids import line_key

if TYPE_CHECKING:
    from kg.publish.reconcile import Outcome
    from kg.records import Records
    from kg.records.jobs import Job

_INGEST = """Bring repositories up to date in the graph: the first time wholly, then only what changed.

    kg ingest .                                    a folder, at its HEAD
    kg ingest ~/src/orders --branch release/2      another branch, tag or commit
    kg ingest git@gitlab.example:shop/orders.git   by URL, with git's own credentials
    kg ingest --file repositories.txt              one path or URL a line
    kg ingest --queue ~/src/orders                 ask the worker, and have it kept up to date from now on

What is not committed is not ingested. Ctrl-C is safe: readers see nothing of an unfinished run, and
the next one completes it.
"""


def add(app: typer.Typer) -> None:
    app.command("ingest", help=_INGEST)(ingest_all)
    app.command(
        "remove",
        help="Take a repository out of the graph (its key: `kg snapshots`); its project, if it is kept up to date, is paused.",
    )(remove_one)


def ingest_all(
    repositories: Annotated[list[str] | None, typer.Argument(help="Paths or git URLs.")] = None,
    file: Annotated[Path | None, typer.Option(help="A file with one path or URL a line.")] = None,
    branch: Annotated[str, typer.Option(help="Branch, tag or commit; default: the default branch.")] = "",
    name: Annotated[str, typer.Option(help="Key of the repository; default: made from its path.")] = "",
    line: Annotated[
        bool,
        typer.Option("--line", help="Hold this --branch beside the repository, as `NAME@BRANCH` (a line)."),
    ] = False,
    queue: Annotated[
        bool, typer.Option("--queue", help="Ask the worker for it and do not wait; `kg jobs` tells.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Publish in spite of gates that fail; it is noted who did.")
    ] = False,
    as_json: Json = False,
) -> None:
    wanted = [*(repositories or ()), *_listed(file)]
    if not wanted:
        raise SettingsError("ingest: name a path or URL, or a --file with one a line")
    if name and len(wanted) > 1:
        raise SettingsError("ingest: --name is for one repository")
    if line:
        if len(wanted) > 1 or not branch:
            raise SettingsError("ingest: --line is for one repository, and needs --branch")
        name = line_key(name or _key(wanted[0]), branch)
    if queue and force:
        raise SettingsError("ingest: --force is for an ingest that you wait for: leave --queue out")
    if queue:
        _queue(wanted, branch, name, as_json)
        return
    with progress() as told:
        outcomes, failed = run_on_graph(
            lambda graph: _ingest(graph, wanted, branch, name, told, as_json, force)
        )
    if as_json:
        show_json(outcomes)
    if failed:
        raise typer.Exit(failed)


def _key(location: str) -> str:
    """As an ingest makes it of a path or URL."""
    folder = Path(location).expanduser()
    return repo_key(str(folder.resolve()) if folder.is_dir() else location)


def _queue(wanted: list[str], branch: str, name: str, as_json: bool) -> None:
    from kg.publish.enqueue import enqueue
    from kg.records import open_records

    async def asked() -> "list[Job]":
        async with open_records(settings().records_url) as records:
            return [await enqueue(records, location, branch, name, getpass.getuser()) for location in wanted]

    jobs = run(asked())
    if as_json:
        show_json([{"job": job.id, "repo": job.repo, "ref": job.ref, "state": job.state} for job in jobs])
        return
    for job in jobs:
        say(f"{job.repo}: job {job.id} is {job.state}")


def remove_one(
    repo: Annotated[str, typer.Argument(help="The repository's key.")], as_json: Json = False
) -> None:
    seq, resume = run_on_stores(lambda graph, records: _remove(graph, records, repo))
    if as_json:
        show_json({"removed": repo, "snapshot": seq, "paused": bool(resume)})
        return
    say(f"{repo} is out of the graph since snapshot {seq}; `kg rollback` brings it back")
    if resume:
        say(f"its project is paused, or the next poll would bring it back; `{resume}` goes on with it")


async def _remove(graph: Graph, records: "Records", repo: str) -> tuple[int, str]:
    """The snapshot without it, and how its project is taken up again; empty where none was kept up to date."""
    from kg.publish.reconcile import remove
    from kg.records.projects import ProjectState, Provider, project, set_state

    found = await project(records, repo)
    if found is None or found.state is not ProjectState.CONNECTED:
        return await remove(graph, repo), ""
    await set_state(records, repo, ProjectState.PAUSED)
    try:
        seq = await remove(graph, repo)
    except BaseException:
        await set_state(records, repo, ProjectState.CONNECTED)
        raise
    return seq, f"kg {'gitlab' if found.provider is Provider.GITLAB else 'sources'} resume {repo}"


async def _ingest(
    graph: Graph, wanted: list[str], branch: str, name: str, told: Progress, quiet: bool, force: bool
) -> "tuple[list[Outcome], int]":
    """Each repository on its own: one that fails is reported, and the others go on."""
    from kg.publish.reconcile import ingest  # every language and format, for this command only

    outcomes: list[Outcome] = []
    failed = 0
    options, gates = settings().ingest_options(), settings().gate_options(forced=force)
    for location in wanted:
        try:
            outcome = await ingest(graph, location, branch, name, options, told, gates)
        except KgError as error:
            if len(wanted) == 1:
                raise
            errors.print(f"error: {error}", style="red", markup=False)
            failed = error.exit_code
            continue
        outcomes.append(outcome)
        if force and not outcome.unchanged:
            await _noted(outcome)
        if not quiet:
            show_outcome(outcome)
    return outcomes, failed


async def _noted(outcome: "Outcome") -> None:
    """Who forced what is in the audit record."""
    from kg.records.audit import note  # SQL, for this option only
    from kg.records.store import open_records

    async with open_records(settings().records_url) as records:
        about = f"{outcome.repo} {outcome.commit}"
        await note(records, getpass.getuser(), "force", about, f"snapshot {outcome.snapshot}")


def show_outcome(outcome: "Outcome") -> None:
    for note in outcome.notes:
        errors.print(f"note: {note}", style="yellow", markup=False)
    if outcome.unchanged:
        say(f"{outcome.repo}: already at {outcome.commit[:10]} (snapshot {outcome.snapshot})")
        return
    counts = outcome.counts
    say(
        f"{outcome.repo}: {outcome.commit[:10]} is snapshot {outcome.snapshot}:"
        f" {outcome.report.files} files, {outcome.report.lines} lines in {outcome.seconds:.1f} s;"
        f" {outcome.resolved} files resolved,"
        f" {counts.created} artifacts new or changed, {counts.closed} ended, {counts.edges} edges written"
    )
    if outcome.report.problems or outcome.report.skipped:
        say(
            f"  {outcome.report.problems} files have problems, {len(outcome.report.skipped)} paths were"
            " left out: `kg problems`"
        )
    if counts.missed:
        errors.print(f"note: {counts.missed} edges found no end", style="yellow")


def _listed(file: Path | None) -> list[str]:
    if file is None:
        return []
    if not file.is_file():
        raise SettingsError(f"ingest: {file} is not a file")
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]
