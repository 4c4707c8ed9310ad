"""How fresh an answer is: `extensions.freshness`, a line for each repository that the answer involves.

Whatever becomes an artifact of an answer says so (`involve`). Told are visible repositories only, since the
session knows no others: the commit, when it was made, when readers first saw it, and, where somebody looks at
its host, where its ref was last seen and how long it has been behind.
"""

from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from strawberry.extensions import SchemaExtension

from api.context import Context
from kg.errors import RecordsError
from kg.observe import log
from kg.records import Records
from kg.records.heads import freshness, heads_of
from kg.records.moment import now
from kg.schema import snapshot

_involved: ContextVar[set[str] | None] = ContextVar("involved", default=None)


def involve(repository: str) -> None:
    """The answer of the request that runs now shows something of this repository."""
    repositories = _involved.get()
    if repositories is not None:
        repositories.add(repository)


class Freshness(SchemaExtension):
    """Gathers the repositories of one request, and tells of them beside its answer."""

    def on_execute(self) -> Iterator[None]:
        self.involved: set[str] = set()
        _involved.set(self.involved)
        yield

    async def get_results(self) -> dict[str, Any]:
        context: Context = self.execution_context.context
        if context.snapshot is None or not getattr(self, "involved", None):
            return {}
        session = (await context.reading()).session
        marks = [mark for mark in session.snapshot.watermarks if mark.repo in self.involved]
        told = await _freshness(context.service.records, marks)
        return {"freshness": [_line(one) for one in told]}


async def _freshness(records: Records, marks: list[snapshot.Watermark]) -> tuple[snapshot.Freshness, ...]:
    """Without the records an answer is still one: it only does not say how far behind it is."""
    try:
        heads = await heads_of(records, {mark.repo for mark in marks})
    except RecordsError as error:
        log.warning("api: freshness without heads: %s", error)
        heads = {}
    return freshness(marks, heads, now())


def _line(one: snapshot.Freshness) -> dict[str, Any]:
    mark = one.mark
    return {
        "repository": mark.repo,
        "ref": mark.ref,
        "commit": mark.commit,
        "committedAt": mark.committed_at,
        "publishedAt": mark.published_at or None,
        "head": one.head or None,
        "headSeenAt": one.head_seen_at or None,
        "lagSeconds": one.lag_seconds,
    }
