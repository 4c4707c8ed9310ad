"""Where an artifact stands, as a caller sees it: its lines in its files, and the objects to look back from."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.graph import Graph
from kg.history.mirror import Mirror, find_mirror
from kg.schema.access import Scope
from kg.schema.ids import Uid
from kg.schema.vocabulary import Kind


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of a file; 0 and 0 for all of it."""

    path: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A visible artifact in its repository at the commit of a snapshot."""

    uid: Uid
    kind: Kind
    name: str
    spans: tuple[Span, ...]
    mirror: Mirror


async def standing(graph: Graph, uid: Uid, scope: Scope, seq: int, cache_dir: Path) -> Standing | None:
    """None for what is not there to be seen; NotFound where its objects are not on this machine."""
    params = {"uids": [uid], "scopes": list(scope.tokens), "seq": seq}
    for row in await graph.read("history_place", params):
        mirror = await find_mirror(row["repo"], row["url"], row["commit"], cache_dir)
        return Standing(uid, Kind(row["kind"]), row["name"], _spans(row["path"], row["spans"]), mirror)
    return None


def _spans(path: str, spans: Sequence[tuple[str, int, int]]) -> tuple[Span, ...]:
    if spans:
        return tuple(Span(*span) for span in spans)
    return (Span(path, 0, 0),) if path else ()
