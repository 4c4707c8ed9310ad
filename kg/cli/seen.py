"""What every read command starts with: the graph, what the owner of this machine may see, and the snapshot
that is read: the published one, or the one of `--snapshot` (`reads`)."""

import functools
import inspect
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from kg.cli.frame import settings
from kg.cli.fresh import behind, told
from kg.cli.output import errors
from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve.find import find
from kg.retrieve.scope import LOCAL, Policy
from kg.retrieve.session import NOW, Wanted, open_session, wanted
from kg.schema.access import Principal, Scope
from kg.schema.ids import Uid
from kg.schema.question import Place
from kg.schema.snapshot import Watermark

OPTION = Annotated[
    str, typer.Option("--snapshot", help="Read this snapshot: its number, or the name of a pin.")
]
LINE = Annotated[
    str, typer.Option("--line", help="Read this line (`orders@release/2`) instead of its repository.")
]
_TOLD = 3
"""Repositories that are behind and named; `kg status` names all."""
_wanted: ContextVar[Wanted] = ContextVar("wanted", default=NOW)


@dataclass(frozen=True, slots=True)
class Seen:
    """A graph as one asker sees it, at one snapshot."""

    graph: Graph
    scope: Scope
    seq: int


def reads(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options `--snapshot` and `--line`, which `look` obeys."""
    own = inspect.signature(command)
    options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default="", annotation=annotation)
        for name, annotation in (("snapshot", OPTION), ("line", LINE))
    ]

    @functools.wraps(command)
    def run(*args: Any, snapshot: str = "", line: str = "", **kwargs: Any) -> None:
        _wanted.set(wanted(snapshot, line))
        command(*args, **kwargs)

    run.__signature__ = own.replace(parameters=[*own.parameters.values(), *options])  # type: ignore[attr-defined]
    run.__annotations__ = {**command.__annotations__, "snapshot": OPTION, "line": LINE}
    return run


async def look(graph: Graph) -> Seen:
    """The local owner's view of the snapshot; NotFound while nothing is published, SnapshotGone for one that
    is not kept."""
    session = await open_session(graph, Principal(LOCAL), Policy(), _wanted.get())
    if session.seq == 0:
        raise NotFound("the graph is empty: bring a repository in with `kg ingest PATH`")
    if _wanted.get() == NOW:
        await _tell_what_is_behind(session.snapshot.watermarks)
    return Seen(graph, session.scope, session.seq)


async def _tell_what_is_behind(marks: Sequence[Watermark]) -> None:
    """On the error stream, so that what is printed stays what it is for other programs."""
    late = await behind(settings(), marks)
    for one in late[:_TOLD]:
        errors.print(f"note: {told(one)}", markup=False)
    if len(late) > _TOLD:
        errors.print(f"note: {len(late) - _TOLD} more repositories are behind: kg status", markup=False)


async def named(seen: Seen, name: str, kinds: tuple[str, ...]) -> tuple[Place, ...]:
    """What a name means; NotFound (absent and forbidden read the same) says what may help."""
    places = await find(seen.graph, name, kinds, seen.scope, seen.seq)
    if not places:
        raise NotFound(f"nothing is called {name!r}; `kg search {name!r}` looks for words instead")
    return places


def where(place: Place, line: int | None = None) -> str:
    """`path:line`, as an editor opens it; the path alone where it has no line."""
    return f"{place.path}:{line or place.start_line}" if place.start_line else place.path


def short(uid: Uid) -> str:
    """`RefundService#refund(String)` of `orders:java:src/main/java:shop.orders.refund.RefundService#refund(String)`."""
    kind, _, tail = uid.partition(":")[2].partition(":")
    if kind in ("doc", "postmortem", "file"):
        return tail
    head, mark, member = tail.rpartition(":")[2].partition("#")
    return f"{head.rpartition('.')[2]}#{member}" if mark and "/" not in head else head + mark + member
