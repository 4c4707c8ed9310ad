"""Stale mentions: what documents name that is not there (any more), with the line it stands in.

A page by document and place in it, as the lists of `explore`.
"""

from collections.abc import Sequence

from kg.graph import Graph, Row
from kg.retrieve.explore import seen
from kg.retrieve.places import place_of
from kg.schema.access import Scope
from kg.schema.question import StaleMention


async def stale_mentions(
    graph: Graph, repos: Sequence[str], scope: Scope, seq: int, after: str = "", limit: int = 100
) -> tuple[StaleMention, ...]:
    """Of these repositories or (none given) of all visible; `after` is the `key` of a row."""
    params = {"repos": list(repos), "after": after, "limit": limit, **seen(scope, seq)}
    return tuple(map(_mention, await graph.read("explore_stale_mentions", params)))


def _mention(row: Row) -> StaleMention:
    place = place_of(row["place"])
    where, _, rest = str(row["site"]).partition(" ")
    line = int(where.partition(":")[0])
    return StaleMention(place, place.start_line + line, rest.partition(" ")[2], row["key"])
