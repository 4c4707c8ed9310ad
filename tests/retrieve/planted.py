"""Puts small graphs straight into Neo4j, with the properties that an ingest would write.

For tests of reads alone: versions, intervals and scopes are chosen by hand. (Tests may hold Cypher.)
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from kg.graph import Graph, statements
from kg.ingest.enrich.index_text import search_text
from kg.schema.facts import Artifact
from kg.schema.ids import OPEN, Uid, padded, vid
from kg.schema.vocabulary import EdgeType, Kind

FILLER = 60


@dataclass(frozen=True)
class Planted:
    """One version: an artifact, its interval and scope, and a vector for slot a (or none)."""

    artifact: Artifact
    scope: str = "s00001"
    repo: str = "shop"
    valid_from: int = 1
    valid_to: int = OPEN
    vector: tuple[float, ...] = ()


@dataclass(frozen=True)
class Link:
    """One edge between versions; `named` differs from `type` for WAS and NEXT."""

    type: EdgeType
    source: Uid
    target: Uid
    valid_from: int = 1
    valid_to: int = OPEN
    named: EdgeType | None = None
    start_line: int = 0
    end_line: int = 0
    how: str = "exact"
    confidence: float = 1.0
    sites: tuple[int, ...] = ()
    open_sites: tuple[str, ...] = ()
    source_from: int = 1
    target_from: int = 1


def method(name: str, owner: str = "Pay", package: str = "acme", text: str = "", **more: Any) -> Artifact:
    """A Java method `package.Owner#name()`."""
    path = more.pop("path", f"src/main/java/{package}/{owner}.java")
    qualified = f"{package}.{owner}#{name}({more.pop('parameters', '')})"
    made = Artifact(
        Kind.METHOD,
        Uid(f"shop:java:src/main/java:{qualified}"),
        name,
        qualified,
        origin=path,
        path=path,
        language="java",
        form="method",
        text=text or f"void {name}() {{ }}",
        signature=f"void {name}()",
        complexity=1,
        lines=3,
    )
    return replace(made, **more)


def a_class(name: str, package: str = "acme", **more: Any) -> Artifact:
    path = more.pop("path", f"src/main/java/{package}/{name}.java")
    qualified = f"{package}.{name}"
    made = Artifact(
        Kind.CLASS, Uid(f"shop:java:src/main/java:{qualified}"), name, qualified, origin=path, path=path
    )
    return replace(
        made, **{"form": "class", "language": "java", "text": f"class {name}", "lines": 20, **more}
    )


def a_file(path: str, **more: Any) -> Artifact:
    name = path.rpartition("/")[2]
    return Artifact(Kind.FILE, Uid(f"shop:file:{path}"), name, path, origin=path, path=path, **more)


def a_doc(path: str, heading: str, text: str) -> Artifact:
    return Artifact(
        Kind.DOC, Uid(f"shop:doc:{path}#{heading}"), heading, f"{path}#{heading}", path, path, text=text
    )


async def plant(graph: Graph, versions: Iterable[Planted], links: Iterable[Link] = ()) -> None:
    """Write versions and edges, and wait for the indexes."""
    await run(
        graph,
        "UNWIND $p AS row CREATE (a:Artifact) SET a = row.all"
        " SET a.embedding_a = CASE WHEN size(row.vector) > 0 THEN row.vector END",
        [{"all": properties(v), "vector": list(v.vector)} for v in versions],
    )
    by_type: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for link in links:
        by_type[link.named or link.type].append(_edge(link))
    for name, rows in by_type.items():
        await run(
            graph,
            "UNWIND $p AS row MATCH (a:Artifact {vid: row.source}) MATCH (b:Artifact {vid: row.target})"
            f" CREATE (a)-[e:{name}]->(b) SET e = row.all",
            rows,
        )
    await run(graph, "CALL db.awaitIndexes(120)", [])


async def publish(graph: Graph, seq: int, repos: Sequence[str] = ("shop",), scope: str = "s00001") -> None:
    """Register the repositories and point at a snapshot."""
    await run(
        graph,
        "MERGE (p:Pointer {name: 'active'}) SET p.seq = $p.seq"
        " MERGE (s:Snapshot {seq: $p.seq}) SET s.state = 'published', s.repos = $p.repos,"
        " s.refs = [x IN $p.repos | 'main'], s.commits = [x IN $p.repos | 'c' + $p.seq],"
        " s.committed_at = [x IN $p.repos | '2026-01-01T00:00:00Z'], s.created_at = '2026-01-01T00:00:00Z',"
        " s.published_at = '2026-01-01T00:00:00Z'"
        " WITH 1 AS one UNWIND $p.repos AS repo"
        " MERGE (r:Registration {repo: repo}) SET r.scope = $p.scope, r.url = '/src/' + repo, r.ref = 'main'",
        {"seq": seq, "repos": list(repos), "scope": scope},
    )


def maker(index: str) -> str:
    """The name of the statement that makes an index, whatever its number."""
    return next(name for name in statements() if name.startswith("schema_") and name.endswith(f"_{index}"))


async def run(graph: Graph, cypher: str, p: Any) -> list[dict[str, Any]]:
    async with graph._driver.session() as session:
        result = await session.run(cypher, p=p)  # type: ignore[arg-type]
        return [dict(record) async for record in result]


def properties(v: Planted) -> dict[str, Any]:
    own = {**asdict(v.artifact), **dict(v.artifact.details)}
    content = {k: list(x) if isinstance(x, tuple) else x for k, x in own.items() if k != "details"}
    return {
        **{k: x for k, x in content.items() if x not in ("", 0, [])},
        "vid": vid(v.artifact.uid, v.valid_from),
        "repo": v.repo,
        "scope": v.scope,
        "valid_from": v.valid_from,
        "valid_to": v.valid_to,
        "vf": padded(v.valid_from),
        "vt": padded(v.valid_to),
        "search_text": search_text(v.artifact, FILLER),
    }


def _edge(link: Link) -> dict[str, Any]:
    lines = {"start_line": link.start_line, "end_line": link.end_line} if link.start_line else {}
    closed = {"valid_to": link.valid_to} if link.valid_to != OPEN else {}
    named = {"type": str(link.type)} if link.named else {}
    left_open = {"open_sites": list(link.open_sites)} if link.open_sites else {}
    return {
        "source": vid(link.source, link.source_from),
        "target": vid(link.target, link.target_from),
        "all": {
            "valid_from": link.valid_from,
            "how": link.how,
            "confidence": link.confidence,
            "sites": list(link.sites),
            **lines,
            **closed,
            **named,
            **left_open,
        },
    }
