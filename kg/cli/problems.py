"""`kg problems`: files that could not be read wholly, and paths that were left out, with reasons."""

from typing import Annotated

import typer

from kg.cli.frame import Json, run_on_graph
from kg.cli.output import say, show_json
from kg.cli.seen import look, reads
from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve import explore
from kg.schema.ids import Uid
from kg.schema.question import FileProblems

_PAGE = 500


def add(app: typer.Typer) -> None:
    app.command("problems", help="What could not be read, file by file, and why.")(reads(problems))


def problems(
    repo: Annotated[list[str] | None, typer.Option(help="Only these repositories.")] = None,
    as_json: Json = False,
) -> None:
    found, left_out = run_on_graph(lambda graph: _all(graph, repo or []))
    if as_json:
        show_json({"files": found, "left_out": left_out})
        return
    for one in found:
        for problem in one.problems:
            say(f"{one.place.repo} {one.place.path}:{problem}")
    for name, paths in left_out.items():
        for path in paths:
            say(f"{name} left out: {path}")
    if not found and not any(left_out.values()):
        say("every file was read wholly")


async def _all(graph: Graph, repos: list[str]) -> tuple[list[FileProblems], dict[str, tuple[str, ...]]]:
    seen = await look(graph)
    left_out = await explore.skipped(graph, repos, seen.scope, seen.seq)
    if missing := set(repos) - left_out.keys():
        raise NotFound(f"no repository is called {', '.join(sorted(missing))}; `kg snapshots` lists them")
    found: list[FileProblems] = []
    after: Uid = explore.FIRST
    while page := await explore.problems(graph, repos, seen.scope, seen.seq, after, _PAGE):
        found += page
        after = page[-1].place.uid
    return found, left_out
