"""`kg scip add | list | remove`: what a compiler says of a commit, as the exact tier of its calls."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run, run_on_graph, settings
from kg.cli.ingest import show_outcome
from kg.cli.output import progress, say, show_json, show_table
from kg.errors import IndexRefused, NotFound
from kg.graph import Graph
from kg.ingest.scip.index import NotAnIndex, documents
from kg.local import Progress
from kg.publish.snapshots import list_snapshots
from kg.records.indexes import KeptIndex, checked_commit
from kg.schema.snapshot import Watermark

if TYPE_CHECKING:
    from kg.publish.reconcile import Outcome

_ADD = """Let the calls of a commit be tied as its compiler ties them.

    kg scip add index.scip --repo shop/orders --commit 4ee46ecf…

The index is made by scip-typescript, scip-python, scip-go, scip-java, rust-analyzer and the like, at
that very commit. It wins where it speaks of a call that kg sees; every other call keeps kg's own answer.
The commit is ingested again when the graph stands at it. Of a repository that is not in the graph yet
the index waits for its first ingest; at any other commit it is refused.
"""
_CHUNK = 1 << 20


def add(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="SCIP indexes: exact calls from a compiler.")
    group.command("add", help=_ADD)(add_index)
    group.command("list", help="The indexes that are kept, by repository and commit.")(list_indexes)
    group.command("remove", help="Take those of a commit away; the next ingest goes without.")(remove_indexes)
    app.add_typer(group, name="scip")


def add_index(
    file: Annotated[Path, typer.Argument(help="The index, as its indexer wrote it.")],
    repo: Annotated[str, typer.Option(help="The repository's key (`kg snapshots`).")],
    commit: Annotated[str, typer.Option(help="The commit it was made at, in full.")],
    as_json: Json = False,
) -> None:
    checked_commit(commit)
    _check(file)
    with progress() as told:
        kept, outcome = run_on_graph(lambda graph: _add(graph, file, repo, commit, told))
    if as_json:
        show_json({"repo": repo, "commit": commit, "name": kept.name, "ingest": outcome})
    elif outcome is None:
        say(f"{kept.name} is kept; `kg ingest` of {repo} at {commit[:10]} uses it")
    else:
        show_outcome(outcome)


def list_indexes(as_json: Json = False) -> None:
    found = run(settings().index_folder().kept())
    rows = [{"repo": one.repo, "commit": one.commit, "name": one.name, "bytes": one.bytes} for one in found]
    if as_json:
        show_json(rows)
    elif rows:
        show_table(("repository", "commit", "name", "bytes"), [tuple(row.values()) for row in rows])
    else:
        say("no SCIP index is kept")


def remove_indexes(
    repo: Annotated[str, typer.Argument(help="The repository's key.")],
    commit: Annotated[str, typer.Argument(help="The commit, in full.")],
    as_json: Json = False,
) -> None:
    gone = run(settings().index_folder().remove(repo, commit))
    if not gone:
        raise NotFound(f"scip: no index of {repo} at {commit} is kept; `kg scip list` shows what is")
    if as_json:
        show_json({"removed": gone})
    else:
        say(f"removed; the next ingest of {repo} goes without")


def _check(file: Path) -> None:
    """The whole index is read once, so that a damaged one is refused here and not at an ingest."""
    try:
        with file.open("rb") as opened:
            count = sum(1 for _ in documents(opened))
    except OSError as error:
        raise IndexRefused(f"scip: {file} cannot be read: {error.strerror or error}") from None
    except NotAnIndex as error:
        raise IndexRefused(f"scip: {file} is no SCIP index: {error}") from None
    if not count:
        raise IndexRefused(f"scip: {file} speaks of no source file")


async def _add(
    graph: Graph, file: Path, repo: str, commit: str, told: Progress
) -> "tuple[KeptIndex, Outcome | None]":
    from kg.publish.reconcile import ingest_again

    mark = await _mark(graph, repo)
    if mark is not None and mark.commit != commit:
        raise IndexRefused(
            f"scip: {repo} is at {mark.commit} in the graph, the index is of {commit}:"
            " ingest that commit first, or make the index anew"
        )
    options = settings().ingest_options()
    kept = await options.indexes.keep(repo, commit, _chunks(file))
    return kept, None if mark is None else await ingest_again(graph, mark, options, told)


async def _mark(graph: Graph, repo: str) -> Watermark | None:
    """Where a repository stands in the active snapshot; None when it is not in it."""
    marks = [mark for one in await list_snapshots(graph) if one.active for mark in one.watermarks]
    return next((mark for mark in marks if mark.repo == repo), None)


async def _chunks(file: Path) -> AsyncIterator[bytes]:
    with file.open("rb") as opened:
        while chunk := opened.read(_CHUNK):
            yield chunk
