"""Two repositories, the graph that follows them commit by commit, and what it must be.

`bring` ingests, as a webhook or a person would; `check` compares the active snapshot with a rebuild of the
same commits, worked out (`expected`); `rebuild` makes that rebuild in a second server and compares digests.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import psutil

from kg.errors import KgError
from kg.graph import Graph
from kg.graph.migrate import migrate
from kg.ingest.options import IngestOptions
from kg.ingest.parse.child import Spare
from kg.ingest.warm import WarmStore
from kg.local import LocalOptions
from kg.local.server import start_server
from kg.publish.export import export, export_hash
from kg.publish.follow import follow
from kg.publish.lease import hold_lease, this_process
from kg.publish.reconcile import ingest
from kg.publish.rollback import rollback
from kg.publish.snapshots import active, list_snapshots
from tests.empty import empty
from tests.equivalence.dying import Death, Mortal, Task, do, killed
from tests.equivalence.expected import Held, expected_lines, held
from tests.equivalence.hosted import Hosted
from tests.equivalence.steps import STEPS
from tests.server import listener
from tests.shell import run
from tests.shop import ingest_options

REPOSITORIES = ("shop", "web")
BY_URL = frozenset({"web"})
"""Comes through a mirror that is fetched; the others are read where they are."""
BY_WORKER = frozenset({"shop"})
"""Is brought by a process that keeps in memory what the ingest before left; the others by a command each time."""
_WARM_BYTES = 1 << 28
_DIES_WITHIN = 30.0
_SHOWN = 12


class Unequal(AssertionError):
    """The graph is not what a rebuild would be."""


class Town:
    """Over two graphs and a folder. Every example begins with the same commits in the same snapshot, which the
    ones after the first roll back to: what an example leaves behind must not be seen in the next."""

    def __init__(self, graph: Graph, second: Graph, folder: Path, server: LocalOptions | None) -> None:
        self.graph, self.second = graph, second
        self.server = server
        """That of `graph`, where it may be killed."""
        self.deaths_of_neo4j = 1
        """How often it may be killed yet: it takes long to be up again."""
        self.kills = 0
        self._kills_before = 0
        self.folder = folder
        self.cache = folder / "cache"
        self.repositories: dict[str, Hosted] = {}
        self._warm = WarmStore(_WARM_BYTES)
        self._spare = Spare()
        self._first = 0
        self._held: dict[tuple[str, str], Held] = {}

    async def begin(self) -> None:
        """Both repositories as they are at first, in the active snapshot."""
        self._kills_before = self.kills
        self.repositories = {name: Hosted(name, self.folder) for name in REPOSITORIES}
        if self._first:
            await self._to(self._first)
            return
        await empty(self.graph)
        await migrate(self.graph)
        for name in REPOSITORIES:
            await self.bring(name)
        self._first = await active(self.graph)

    async def close(self) -> None:
        await self._spare.close()

    @property
    def killed(self) -> bool:
        """Whether something died in this example."""
        return self.kills > self._kills_before

    def location(self, name: str) -> str:
        folder = self.repositories[name].folder
        return folder.as_uri() if name in BY_URL else str(folder)

    def _folder(self, name: str) -> str:
        """Where every commit is, those too that no branch leads to any more."""
        return str(self.repositories[name].folder)

    async def bring(self, name: str, ref: str = "main") -> None:
        """Ingest the head of a branch."""
        task = self._task(name, ref)
        options = self._quick(task.options)
        if name in BY_WORKER:
            options = replace(options, warm=self._warm)
        await do(self.graph, replace(task, options=options))

    def _quick(self, options: IngestOptions) -> IngestOptions:
        """With the parser process of the ingest before: to start one takes longer than the rest."""
        return replace(options, parse=replace(options.parse, processes=self._spare))

    async def step(self, name: str, what: str, random: Random) -> None:
        """A change of one repository, and its ingest."""
        self.change(name, what, random)
        await self.bring(name)

    def change(self, name: str, what: str, random: Random) -> None:
        """One of STEPS; nothing is ingested."""
        STEPS[what](self.repositories[name], random)

    async def roll_back(self, random: Random) -> None:
        """To one of the last snapshots of this example, if there is one."""
        seq = await active(self.graph)
        known = await list_snapshots(self.graph)
        earlier = [s.seq for s in known if s.state == "published" and self._first <= s.seq < seq]
        if earlier:
            await self._to(random.choice(earlier[:4]))

    async def _to(self, seq: int) -> None:
        if seq == await active(self.graph):
            return
        async with hold_lease(self.graph, this_process("test")) as fence:
            await rollback(self.graph, fence, seq)
            await follow(self.graph, fence)
        # The grace that readers are given, two seconds, is over.
        await run(self.graph, "MATCH (p:Pointer) SET p.moved_back_at = 0")

    async def remove(self, name: str) -> None:
        if name in await self.commits():
            await do(self.graph, self._task(name, ""))

    async def kill_worker(self, name: str, ref: str, death: Death) -> None:
        """An ingest, or with no ref a removal, whose process dies on the way."""
        if not ref and name not in await self.commits():
            return
        if ref:  # so that its files are in the cache, and it dies without a parser of its own
            await self._held_at(name, self.repositories[name].git("rev-parse", ref))
        self.kills += await asyncio.to_thread(killed, self._task(name, ref), death)

    async def kill_server(self, name: str, death: Death) -> None:
        """An ingest under which Neo4j dies, and is started again at once: the ingest fails, or goes on."""
        server = self.server
        if server is None or self.deaths_of_neo4j == 0:
            return
        dead = asyncio.Event()

        def strike() -> None:
            victim = psutil.Process(listener(server.bolt_port))
            victim.kill()
            victim.wait(_DIES_WITHIN)
            dead.set()

        restarting = asyncio.create_task(_start_when(dead, server))
        try:
            await do(Mortal(self.graph, death, strike), self._task(name, "main"))
        except KgError:
            assert dead.is_set(), "the ingest failed, and nobody had died"
        if not dead.is_set():
            restarting.cancel()
            return
        await restarting
        self.kills += 1
        self.deaths_of_neo4j -= 1

    def _task(self, name: str, ref: str) -> Task:
        location = self.location(name) if ref else ""
        return Task(self.graph.options, name, ingest_options(self.cache), location, ref)

    async def commits(self) -> Mapping[str, str]:
        """Which commit of each repository readers see."""
        seq = await active(self.graph)
        for snapshot in await list_snapshots(self.graph):
            if snapshot.seq == seq:
                return {mark.repo: mark.commit for mark in snapshot.watermarks}
        return {}

    async def check(self) -> None:
        """Equal to what a rebuild would be; else Unequal."""
        lines = [line async for line in export(self.graph, await active(self.graph))]
        _compare(sorted(lines), expected_lines(await self._all_held()))

    async def rebuild(self) -> None:
        """Equal to a graph that is made of these commits in the second server, from nothing, with what is derived
        from them; and what Browser shows is what is exported."""
        await empty(self.second)
        await migrate(self.second)
        kept = self.folder / "rebuilt"
        options = self._quick(replace(ingest_options(kept), cache_dir=kept / "nothing"))
        for name, commit in (await self.commits()).items():
            await ingest(self.second, self._folder(name), commit, name, options, _silent)
        found, wanted = [await export_hash(g, await active(g)) for g in (self.graph, self.second)]
        if found != wanted:
            lines = [[line async for line in export(g, await active(g))] for g in (self.graph, self.second)]
            _compare(*map(sorted, lines))
            raise Unequal("the digests differ, and the lines do not: they come in another order")
        _compare(await _derived(self.graph), await _derived(self.second))
        async with hold_lease(self.graph, this_process("test")) as fence:
            await follow(self.graph, fence)  # as the worker does when a publisher was killed
        await self._check_browser()

    async def _all_held(self) -> list[Held]:
        return [await self._held_at(name, commit) for name, commit in (await self.commits()).items()]

    async def _held_at(self, name: str, commit: str) -> Held:
        if (name, commit) not in self._held:
            found = await held(self._folder(name), commit, name, self.cache, self._spare)
            self._held[name, commit] = found
        return self._held[name, commit]

    async def _check_browser(self) -> None:
        """Labels and types, without intervals, are the active snapshot."""
        records = [json.loads(line) async for line in export(self.graph, await active(self.graph))]
        nodes = await run(self.graph, "MATCH (a:Artifact) WHERE size(labels(a)) > 1 RETURN a.uid AS uid")
        if sorted(row["uid"] for row in nodes) != sorted(r["uid"] for r in records if "uid" in r):
            raise Unequal("labels do not follow the pointer")
        edges = await run(
            self.graph,
            "MATCH (a:Artifact)-[e]->(b:Artifact) WHERE size(labels(a)) > 1 AND size(labels(b)) > 1"
            " AND NOT type(e) IN ['WAS', 'NEXT'] RETURN type(e) AS type, a.uid AS source, b.uid AS target",
        )
        seen = sorted((row["type"], row["source"], row["target"]) for row in edges)
        if seen != sorted((r["type"], r["source"], r["target"]) for r in records if "uid" not in r):
            raise Unequal("types of edges do not follow the pointer")


async def _start_when(dead: asyncio.Event, server: LocalOptions) -> None:
    await dead.wait()
    await start_server(server, _silent)


async def _derived(graph: Graph) -> list[str]:
    """What is no content and yet follows from it. (Services and owners are facts about today: a rollback leaves
    them as the last ingest said.)"""
    rows = await run(
        graph,
        "MATCH (p:Pointer {name: 'active'}) MATCH (a:Artifact)"
        " WHERE a.valid_from <= p.seq AND a.valid_to > p.seq"
        " RETURN a {.uid, .search_text, .shape, .content_hash} AS a",
    )
    return sorted(json.dumps(row["a"], sort_keys=True) for row in rows)


def _compare(found: list[str], wanted: list[str]) -> None:
    if found == wanted:
        return
    left, right = list(found), list(wanted)
    more = [line for line in left if not _took(right, line)]
    raise Unequal(
        "\n".join(
            [
                f"{len(more)} lines too many, {len(right)} missing",
                *(f"+ {line[:600]}" for line in more[:_SHOWN]),
                *(f"- {line[:600]}" for line in right[:_SHOWN]),
            ]
        )
    )


def _took(lines: list[str], line: str) -> bool:
    """Whether it was among them; it is not any more."""
    if line not in lines:
        return False
    lines.remove(line)
    return True


def _silent(what: str, done: int, total: int) -> None:
    """Shows no progress."""


__all__ = ["REPOSITORIES", "Town", "Unequal"]
