"""`kg history | blame | cochange NAME`: what git says of an artifact, from its mirror on this machine."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, TypeVar

import typer

from kg.cli.frame import Json, run_on_graph, settings
from kg.cli.output import errors, say, show_json
from kg.cli.seen import look, named, reads, where
from kg.errors import NotFound
from kg.graph import Graph
from kg.history.blame import blame
from kg.history.bounded import Bounds
from kg.history.changes import history
from kg.history.cochange import co_changed
from kg.history.standing import Standing, standing
from kg.schema.history import BlamedLines, Change, CoChanged, Commit, History, Transition
from kg.schema.question import Place
from kg.schema.vocabulary import Kind

T = TypeVar("T")
Name = Annotated[str, typer.Argument(help="A method, class, file, key or section, as in `kg callers`.")]
Limit = Annotated[
    int, typer.Option(min=1, max=1000, help="How many at most, for each artifact of that name.")
]

_HISTORY = """Which commits changed an artifact: date, author, merge request, subject.

    kg history Pay.charge          a method, by its own lines, through renames and moves
    kg history lease.seconds       a setting: when it got which value, in which environment

Read from git when asked, redacted before it is shown.
"""


def add(app: typer.Typer) -> None:
    app.command("history", help=_HISTORY)(reads(show_history))
    app.command("blame", help="Who last wrote which lines of an artifact.")(reads(show_blame))
    app.command("cochange", help="The files that changed in the same commits as an artifact.")(
        reads(show_cochange)
    )


def show_history(name: Name, limit: Limit = 50, as_json: Json = False) -> None:
    found = _each(name, lambda stands: history(stands, Bounds(changes=limit)))
    if as_json:
        show_json([{"of": place, "history": one} for place, one in found])
        return
    for place, one in found:
        say(f"{place.qualified_name}  {where(place)}")
        for change in one.changes:
            _show_change(change)
        _say_limits(one)


def show_blame(name: Name, as_json: Json = False) -> None:
    found = _each(name, blame)
    if as_json:
        show_json([{"of": place, "blame": lines} for place, lines in found])
        return
    for place, lines in found:
        say(f"{place.qualified_name}  {where(place)}")
        for one in lines:
            say(f"  {_range(one):>11}  {_told(one.commit)}")


def show_cochange(name: Name, limit: Limit = 20, as_json: Json = False) -> None:
    found = _each(name, lambda stands: co_changed(stands, limit, Bounds()))
    if as_json:
        show_json([{"of": place, "files": files} for place, files in found])
        return
    for place, files in found:
        say(f"{place.qualified_name}  {where(place)}")
        _show_files(files)


def _each(name: str, ask: Callable[[Standing], Awaitable[T]]) -> list[tuple[Place, T]]:
    """What is asked, of every artifact of that name."""

    async def asked(graph: Graph) -> list[tuple[Place, T]]:
        seen = await look(graph)
        found = []
        for place in await named(seen, name, tuple(kind.value for kind in Kind)):
            stands = await standing(graph, place.uid, seen.scope, seen.seq, settings().home / "cache")
            if stands is not None and stands.spans:
                found.append((place, await ask(stands)))
        if not found:
            raise NotFound(f"history: nothing that is called {name!r} stands in a file")
        return found

    return run_on_graph(asked)


def _show_change(change: Change) -> None:
    values = "".join(f"  {_value(one)}" for one in change.transitions)
    say(f"  {_told(change.commit)}{values}")


def _told(commit: Commit) -> str:
    request = f" [{commit.merge_request}]" if commit.merge_request else ""
    return f"{commit.at[:10]} {commit.sha[:10]} {commit.author}: {commit.subject}{request}"


def _value(one: Transition) -> str:
    environment = "" if one.environment == "default" else f"{one.environment}: "
    return f"{environment}{one.old or '(unset)'} → {one.new or '(unset)'}"


def _range(one: BlamedLines) -> str:
    return f"{one.start_line}-{one.end_line}" if one.end_line > one.start_line else str(one.start_line)


def _show_files(files: Sequence[CoChanged]) -> None:
    for one in files:
        say(f"  {one.together:>4} {one.share:>5.0%}  {one.path}")
    if not files:
        say("  nothing, twice or more")


def _say_limits(one: History) -> None:
    if not one.changes:
        say("  no commit that is known")
    if not one.complete:
        errors.print("there may be more: see more with --limit; a shallow clone ends early", style="yellow")
