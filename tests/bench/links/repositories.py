"""The repositories that links are judged on, and everything that kg says of them, without a database."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.ingest.options import IngestOptions
from kg.ingest.parse.pool import ParseOptions
from kg.ingest.pipeline import Parsed, open_source, parse_commit, tie
from kg.ingest.resolve.matching import Contract, match
from kg.ingest.stubs.find import StubOptions
from kg.records.indexes import IndexFolder
from kg.schema.facts import Artifact, Edge, Rows
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, Kind
from tests.bench.callgraph.store import Store

COMMITS = {
    "macrozheng/mall": "74eebe067d4f17b2d0b61691bef2748e3a7daf80",
    "eGovFramework/egovframe-msa-edu": "d830e08efa9aa3b8d2eaa1c66dcb81c13fd19f47",
    "spring-petclinic/spring-petclinic-microservices": "9a76b4e34cd75f3d6bfa6f15775bf996c59e8989",
    "netbox-community/netbox": "43fe81f9e833228c9869f7ddadb67e6c5f145060",
}

MORE_EVENTS = {
    "piomin/sample-spring-kafka-microservices": "4e1ed6b436fcaf6f2f9aedf7c6b18d68903f1751",
    "sivaprasadreddy/spring-boot-microservices-course": "0e759ec541cd5188c3b674c90100f633606f9e8a",
    "saleor/saleor": "723cd4eba87dfc72822ade45dc08a3caa548428d",
}
"""Judged for events alone: the four have a dozen of them."""


@dataclass(frozen=True, slots=True)
class Known:
    """One repository as kg reads it."""

    name: str
    parsed: Parsed
    artifacts: dict[Uid, Artifact]
    edges: tuple[Edge, ...]
    lines: dict[Uid, tuple[str, int, int]]
    """Where each artifact stands: path, first line, last line."""

    def place(self, uid: Uid) -> tuple[str, int, int]:
        artifact = self.artifacts.get(uid)
        return self.lines.get(uid, (artifact.path if artifact else "", 0, 0))


def read_all(store: Store) -> list[Known]:
    """Every repository at its commit, and the matches between all of them."""
    return with_matches([read(store, name, commit) for name, commit in (COMMITS | MORE_EVENTS).items()])


def read(store: Store, name: str, commit: str) -> Known:
    return read_path(store, store.repository(name), name, commit)


def read_path(store: Store, path: Path, name: str, commit: str) -> Known:
    """A repository that lies somewhere."""
    cache = store.place("links", "cache") / "facts"
    options = IngestOptions(
        cache, ParseOptions(cache, workers=1), StubOptions.inside(cache), IndexFolder(cache / "scip", 1 << 20)
    )
    parsed = asyncio.run(_parsed(path, commit, name.rpartition("/")[2], options))
    return known(name, parsed, tie(parsed).rows)


async def _parsed(path: Path, commit: str, key: str, options: IngestOptions) -> Parsed:
    source = await open_source(str(path), commit, options.cache_dir, key)
    return await parse_commit(source, options, lambda what, done, total: None)


def known(name: str, parsed: Parsed, rows: Sequence[Rows]) -> Known:
    artifacts = {artifact.uid: artifact for one in rows for artifact in one.artifacts}
    edges = tuple(edge for one in rows for edge in one.edges)
    lines = {
        edge.target: (
            artifacts[edge.source].path or artifacts[edge.target].path,
            edge.start_line,
            edge.end_line,
        )
        for edge in reversed(edges)
        if edge.type is EdgeType.DEFINES and edge.start_line and edge.source in artifacts
    }
    return Known(name, parsed, artifacts, edges, lines)


def with_matches(repositories: Sequence[Known]) -> list[Known]:
    """MATCHES as publishing makes them: by all sides of all repositories."""
    sides = [contract for one in repositories for contract in _contracts(one)]
    owners = {contract.uid: contract.repo for contract in sides}
    found = [
        (owners[m.source], Edge(EdgeType.MATCHES, m.source, m.target, m.how, m.confidence))
        for m in match(sides)
    ]
    everything = {uid: artifact for one in repositories for uid, artifact in one.artifacts.items()}
    return [
        Known(
            one.name,
            one.parsed,
            {
                **one.artifacts,
                **{e.target: everything[e.target] for repo, e in found if repo == one.parsed.source.repo},
            },
            (*one.edges, *(edge for repo, edge in found if repo == one.parsed.source.repo)),
            one.lines,
        )
        for one in repositories
    ]


def _contracts(one: Known) -> Iterator[Contract]:
    for artifact in one.artifacts.values():
        if artifact.kind in (Kind.ENDPOINT, Kind.TOPIC):
            own = dict(artifact.details)
            system = str(own.get("protocol") or own.get("system") or "")
            yield Contract(
                artifact.uid,
                one.parsed.source.repo,
                str(own.get("side", "")),
                str(own.get("key", "")),
                system,
                str(own.get("host", "")),
            )
