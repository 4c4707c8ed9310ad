"""Batches: what many fields of one request ask for, in one statement each.

A loader lives for one request, so what it holds has one snapshot and one caller's rights.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from strawberry.dataloader import DataLoader

from kg.graph import Graph
from kg.records import Records
from kg.records.deployments import Deployment, list_deployments
from kg.retrieve import explore
from kg.retrieve.session import Session
from kg.retrieve.verdicts import list_verdicts
from kg.schema.access import Scope
from kg.schema.gates import Verdict
from kg.schema.ids import Uid
from kg.schema.question import Detail, Linked, Place, RepositoryState

Look = Callable[[Graph, Sequence[Uid], Scope, int, Uid, int], Awaitable[dict[Uid, Any]]]
"""A read of kg.retrieve.explore over many uids, a page each."""


class Loaders:
    """The loaders of one request; one for each read and page that the query names."""

    def __init__(self, graph: Graph, session: Session, records: Records) -> None:
        self._graph = graph
        self._records = records
        self._session = session
        self._pages: dict[tuple[Look, Uid, int], DataLoader[Uid, Any]] = {}
        self.details: DataLoader[Uid, Detail | None] = DataLoader(load_fn=self._details)
        self.states: DataLoader[str, RepositoryState | None] = DataLoader(load_fn=self._states)
        self.deployments: DataLoader[str, list[Deployment]] = DataLoader(load_fn=self._deployments)
        self.verdicts: DataLoader[int, tuple[Verdict, ...]] = DataLoader(load_fn=self._verdicts)

    async def linked(self, look: Look, uid: Uid, after: Uid, limit: int) -> tuple[Linked, ...]:
        """Artifacts at the other end of an edge."""
        linked: tuple[Linked, ...] = await self._page(look, after, limit).load(uid)
        return linked

    async def places(self, look: Look, uid: Uid, after: Uid, limit: int) -> tuple[Place, ...]:
        """Artifacts that stand under another."""
        places: tuple[Place, ...] = await self._page(look, after, limit).load(uid)
        return places

    def _page(self, look: Look, after: Uid, limit: int) -> DataLoader[Uid, Any]:
        async def load(uids: list[Uid]) -> list[Any]:
            session = self._session
            found = await look(self._graph, uids, session.scope, session.seq, after, limit)
            return [found.get(uid, ()) for uid in uids]

        return self._pages.setdefault((look, after, limit), DataLoader(load_fn=load))

    async def _details(self, uids: list[Uid]) -> list[Detail | None]:
        found = await explore.artifacts(self._graph, uids, self._session.scope, self._session.seq)
        return [found.get(uid) for uid in uids]

    async def _states(self, repos: list[str]) -> list[RepositoryState | None]:
        states = await explore.repositories(self._graph, self._session.scope, self._session.seq)
        found = {state.repo: state for state in states}
        return [found.get(repo) for repo in repos]

    async def _deployments(self, repos: list[str]) -> list[list[Deployment]]:
        found = await list_deployments(self._records, repos)
        return [[one for one in found if one.repo == repo] for repo in repos]

    async def _verdicts(self, seqs: list[int]) -> list[tuple[Verdict, ...]]:
        found = await list_verdicts(self._graph, seqs)
        return [found.get(seq, ()) for seq in seqs]
