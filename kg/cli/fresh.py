"""How fresh the graph is, repository by repository: what `kg status` shows of it."""

from dataclasses import dataclass

from kg.config import Settings
from kg.graph import connect
from kg.retrieve.scope import LOCAL, Policy
from kg.retrieve.session import open_session
from kg.schema.access import Principal
from kg.schema.snapshot import Freshness


@dataclass(frozen=True, slots=True)
class Fresh:
    """The published snapshot and its repositories."""

    snapshot: int
    repositories: tuple[Freshness, ...]


async def look_at_freshness(now: Settings) -> Fresh:
    """Of the published snapshot; KgError when the graph or the records do not answer."""
    from kg.records import open_records
    from kg.records.heads import freshness, heads_of
    from kg.records.moment import now as this_moment

    async with connect(now.graph_options()) as graph, open_records(now.records_url) as records:
        session = await open_session(graph, Principal(LOCAL), Policy())
        marks = session.snapshot.watermarks
        heads = await heads_of(records, {mark.repo for mark in marks})
        return Fresh(session.seq, freshness(marks, heads, this_moment()))


def told(one: Freshness) -> str:
    """`shop/orders  4be2f01a of main, committed …, published …, up to date`."""
    mark = one.mark
    parts = [f"{mark.repo}  {mark.commit[:10]} of {mark.ref}", f"committed {mark.committed_at[:19]}"]
    if mark.published_at:
        parts.append(f"published {mark.published_at[:19]}")
    if one.lag_seconds is not None:
        parts.append(f"{one.lag_seconds} s behind {one.head[:10]}" if one.lag_seconds else "up to date")
    return ", ".join(parts)
