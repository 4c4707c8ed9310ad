"""How fresh the graph is, repository by repository: what `kg status` shows of it, and every read command of what
is behind."""

from collections.abc import Sequence
from dataclasses import dataclass

from kg.config import Settings
from kg.errors import RecordsError
from kg.graph import connect
from kg.retrieve.scope import LOCAL, Policy
from kg.retrieve.session import open_session
from kg.schema.access import Principal
from kg.schema.snapshot import Freshness, Watermark


@dataclass(frozen=True, slots=True)
class Fresh:
    """The published snapshot and its repositories."""

    snapshot: int
    repositories: tuple[Freshness, ...]


async def look_at_freshness(now: Settings) -> Fresh:
    """Of the published snapshot; KgError when the graph or the records do not answer."""
    async with connect(now.graph_options()) as graph:
        session = await open_session(graph, Principal(LOCAL), Policy())
    return Fresh(session.seq, await _freshness(now, session.snapshot.watermarks))


async def behind(now: Settings, marks: Sequence[Watermark]) -> list[Freshness]:
    """Those that do not stand where their host was last seen, the longest first. Nobody who works here, no records:
    then nothing is known, and an answer is one without it."""
    if not now.sql_url and not (now.home / "records.db").is_file():
        return []
    try:
        found = await _freshness(now, marks)
    except RecordsError:
        return []
    late = [one for one in found if one.head and one.head != one.mark.commit]
    return sorted(late, key=lambda one: -(one.lag_seconds or 0))


async def _freshness(now: Settings, marks: Sequence[Watermark]) -> tuple[Freshness, ...]:
    from kg.records import open_records  # SQLAlchemy: where records are
    from kg.records.heads import freshness, heads_of
    from kg.records.moment import now as this_moment

    async with open_records(now.records_url) as records:
        heads = await heads_of(records, {mark.repo for mark in marks})
        return freshness(marks, heads, this_moment())


def told(one: Freshness) -> str:
    """`shop/orders  4be2f01a of main, committed …, published …, up to date`."""
    mark = one.mark
    parts = [f"{mark.repo}  {mark.commit[:10]} of {mark.ref}", f"committed {mark.committed_at[:19]}"]
    if mark.published_at:
        parts.append(f"published {mark.published_at[:19]}")
    if one.lag_seconds is not None:
        parts.append(
            "up to date" if one.head == mark.commit else f"{one.lag_seconds} s behind {one.head[:10]}"
        )
    return ", ".join(parts)
