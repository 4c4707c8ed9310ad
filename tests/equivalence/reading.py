"""Readers while others publish: every answer is that of one snapshot, and none fails.

In: a graph with some commits of a repository published one after the other, and what each question answers at
each of them, asked while nothing happened. Then another process publishes those commits again and again, and
rolls back; whatever is asked meanwhile must answer as it did then, for the commit of the snapshot that was read.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from kg.errors import KgError, NotFound
from kg.graph import Graph, connect
from kg.publish.export import export
from kg.publish.follow import SETTLE_SECONDS, settle_and_follow
from kg.publish.lease import hold_lease, this_process
from kg.publish.rollback import previous, rollback
from kg.retrieve import explore
from kg.retrieve.ask import AskOptions, search
from kg.retrieve.flow import Direction, FlowOptions, call_flow
from kg.retrieve.scope import Policy
from kg.retrieve.session import Session, open_session
from kg.schema.access import Principal
from kg.schema.ids import Uid
from kg.schema.question import Hits, Question
from tests.equivalence.dying import FORKS, Task, do
from tests.equivalence.hosted import Hosted
from tests.equivalence.steps import STEPS
from tests.shop import ingest_options

_APART = frozenset({"vid", "snapshot", "coverage", "degraded", "owner_team", "service"})
"""Numbers of versions and snapshots, what may be late, and facts about today, which no snapshot holds."""
_SEARCH = AskOptions(budget_seconds=60, limit_seconds=60)


SHOP = "shop"
LOOKED_AT = {
    "Pay.charge": Uid("shop:java:src/main/java:acme.Pay#charge(long)"),
    "Tax.rate": Uid("shop:java:src/main/java:acme.tax.Tax#rate(int)"),
    "Fee": Uid("shop:python:py.acme.fees.Fee"),
}
BACK = 4
"""Each fourth round goes back."""
Fact = tuple[str | int, ...]
Ask = Callable[[Graph, Session], Awaitable[Any]]


def questions(uids: Mapping[str, Uid]) -> dict[str, Ask]:
    """By name; `uids`: what is looked at."""

    def look(verb: Callable[..., Awaitable[Any]], uid: Uid) -> Ask:
        return lambda graph, session: verb(graph, [uid], session.scope, session.seq)

    def searched(text: str) -> Ask:
        return lambda graph, session: search(
            graph, Question(text, 20), session.scope, session.seq, None, _SEARCH
        )

    def flow(uid: Uid) -> Ask:
        async def asked(graph: Graph, session: Session) -> Any:
            try:
                return await call_flow(
                    graph, uid, Direction.CALLEES, 3, session.scope, session.seq, FlowOptions()
                )
            except NotFound:
                return None  # an edit took it away: of that commit this is the answer

        return asked

    verbs = (explore.artifacts, explore.callers, explore.callees, explore.documents, explore.members)
    return {
        **{f"{verb.__name__} {name}": look(verb, uid) for name, uid in uids.items() for verb in verbs},
        **{f"flow {name}": flow(uid) for name, uid in uids.items()},
        **{f"search {text}": searched(text) for text in ("charge", "rate of a fee", "acme.tax.Tax")},
    }


class Readers:
    """Ask, compare, and keep what went wrong."""

    def __init__(self, asks: Mapping[str, Ask]) -> None:
        self._asks = asks
        self._known: dict[tuple[str, str], Any] = {}
        """Commit and question -> answer."""
        self._facts: dict[str, frozenset[Fact]] = {}
        self.queries = 0
        self.failures: list[str] = []
        self.mixed: list[str] = []

    async def learn(self, graph: Graph, repo: str) -> None:
        """What everything answers now, while nothing happens, and all that is so."""
        session = await _session(graph)
        commit = _commit(session, repo)
        for name, ask in self._asks.items():
            self._known[commit, name] = _plain(await ask(graph, session))
        self._facts[commit] = await _facts(graph, session.seq)

    async def read_until(self, graph: Graph, repo: str, over: Callable[[], bool], random: Random) -> None:
        """One question after the other."""
        while not over():
            name = random.choice(sorted(self._asks))
            self.queries += 1
            try:
                session = await _session(graph)
                answer = await self._asks[name](graph, session)
            except KgError as error:
                self.failures.append(f"{name}: {error}")
                continue
            commit = _commit(session, repo)
            if isinstance(answer, Hits):
                wrong = set(_said(answer)) - self._facts[commit]
            else:
                wrong = {name} if _plain(answer) != self._known[commit, name] else set()
            if wrong:
                self.mixed.append(f"{name} at snapshot {session.seq}: {wrong}")


async def read_while_publishing(
    graph: Graph, folder: Path, rounds: int, readers: int, random: Random
) -> Readers:
    """Commits of the shop, edited at random, published one after the other so that their answers are known; then
    again and again while some readers ask."""
    hosted = Hosted(SHOP, folder)
    options = replace(ingest_options(folder / "cache"), settle_seconds=SETTLE_SECONDS)
    task = Task(graph.options, SHOP, options, str(hosted.folder), "main")
    asking = Readers(questions(LOOKED_AT))
    commits = []
    for step in ("edit", "move", "edit", "edit"):
        commits.append(hosted.head)
        await do(graph, task)
        await asking.learn(graph, SHOP)
        STEPS[step](hosted, random)
    with publishing(task, commits, rounds) as over:
        seeds = [Random(random.random()) for _ in range(readers)]
        await asyncio.gather(*(asking.read_until(graph, SHOP, over, seed) for seed in seeds))
    return asking


@contextmanager
def publishing(task: Task, commits: Sequence[str], rounds: int) -> Iterator[Callable[[], bool]]:
    """Another process publishes; tells whether it is done."""
    process = FORKS.Process(target=_publish, args=(task, tuple(commits), rounds))
    process.start()
    try:
        yield lambda: process.exitcode is not None
        assert process.exitcode == 0, process.exitcode
    finally:
        process.kill()
        process.join()


def _publish(task: Task, commits: Sequence[str], rounds: int) -> None:
    async def publish() -> None:
        async with connect(task.graph) as graph:
            for number in range(rounds):
                if number % BACK == BACK - 1:
                    async with hold_lease(graph, this_process("test")) as fence:
                        await rollback(graph, fence, await previous(graph))
                        await settle_and_follow(graph, fence)
                else:
                    await do(graph, replace(task, ref=commits[number % len(commits)]))

    asyncio.run(publish())


async def _session(graph: Graph) -> Session:
    return await open_session(graph, Principal("local"), Policy())


def _commit(session: Session, repo: str) -> str:
    return next(mark.commit for mark in session.snapshot.watermarks if mark.repo == repo)


async def _facts(graph: Graph, seq: int) -> frozenset[Fact]:
    """Every artifact and every edge of a snapshot."""
    lines = [json.loads(line) async for line in export(graph, seq)]
    return frozenset(
        (line["uid"],) if "uid" in line else (line["type"], line["source"], line["target"], line["how"])
        for line in lines
    ) | frozenset(
        (line["target"], line["start_line"], line["end_line"]) for line in lines if line.get("start_line")
    )


def _said(answer: Hits) -> Iterator[Fact]:
    """What a search says is so. Which hits it has, and in which order, follows the statistics of an index that
    holds every version, so two searches of one snapshot need not be equal."""
    for hit in answer.hits:
        place = hit.place
        yield (place.uid, place.start_line, place.end_line) if place.start_line else (place.uid,)
        for step in (*hit.trail, *(step for step, _ in hit.neighbours)):
            if not step.via:
                yield step.edge, step.source, step.target, step.how


def _plain(answer: Any) -> Any:
    """An answer without what numbers versions and snapshots."""
    if is_dataclass(answer) and not isinstance(answer, type):
        return {f.name: _plain(getattr(answer, f.name)) for f in fields(answer) if f.name not in _APART}
    if isinstance(answer, Mapping):
        return {key: _plain(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [_plain(value) for value in answer]
    return answer
