"""A tiny language for histories: files with methods and documents, as rows, and ways to ingest them.

`{"pay.py": {"charge": Method("body", line=1, calls=("tax.rate",))}}` is a repository. A call or a
document that names nothing gives no edge, as the resolver would have it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kg.graph import Graph
from kg.graph.migrate import migrate
from kg.ingest.delta import delta, differing, distinct_edges, root_edges, seal, seal_all
from kg.ingest.write import Counts, stage, stage_edges, stage_nodes, stored_digests, stored_rows
from kg.publish.export import export, export_hash
from kg.publish.follow import follow
from kg.publish.lease import Holder, hold_lease, this_process
from kg.publish.snapshots import active, open_candidate, publish
from kg.schema.facts import Artifact, Edge, Rows
from kg.schema.ids import ScopeToken, Uid, doc_uid, file_uid, python_uid, repository_uid
from kg.schema.snapshot import Candidate, Report, Watermark
from kg.schema.vocabulary import EdgeType, Kind
from tests.empty import empty

SCOPE = ScopeToken("s00001")


@dataclass(frozen=True)
class Method:
    body: str = "pass"
    line: int = 1
    calls: tuple[str, ...] = ()


@dataclass(frozen=True)
class Doc:
    text: str
    documents: tuple[str, ...] = ()


World = Mapping[str, Mapping[str, Method | Doc]]


def method_uid(repo: str, name: str) -> Uid:
    """`tax.rate` in this repository, `lib/tax.rate` in another one."""
    other, slash, rest = name.partition("/")
    return python_uid(other, rest) if slash else python_uid(repo, name)


def rows(repo: str, world: World, others: frozenset[Uid] = frozenset()) -> list[Rows]:
    """The rows of a whole repository; `others` are methods of other repositories that may be called."""
    known = others | {
        _uid(repo, path, name)
        for path, items in world.items()
        for name, item in items.items()
        if isinstance(item, Method)
    }
    own = repository_uid(repo)
    root = Artifact(Kind.REPOSITORY, own, repo, repo, "repository:")
    return [
        Rows("repository:", own, (root,), ()),
        *[_file(repo, path, items, known) for path, items in sorted(world.items())],
    ]


def _uid(repo: str, path: str, name: str) -> Uid:
    if path.endswith(".md"):
        return doc_uid(repo, path, (name,))
    return python_uid(repo, f"{path.removesuffix('.py')}.{name}")


def _file(repo: str, path: str, items: Mapping[str, Method | Doc], known: frozenset[Uid]) -> Rows:
    root = file_uid(repo, path)
    artifacts = [Artifact(Kind.FILE, root, path, path, path, path=path, blob=str(sorted(items.items())))]
    edges: list[Edge] = []
    for name, item in items.items():
        uid = _uid(repo, path, name)
        if isinstance(item, Method):
            artifacts.append(Artifact(Kind.METHOD, uid, name, name, path, path=path, text=item.body))
            edges.append(Edge(EdgeType.DEFINES, root, uid, start_line=item.line, end_line=item.line + 3))
            targets, type = item.calls, EdgeType.CALLS
        else:
            artifacts.append(Artifact(Kind.DOC, uid, name, name, path, path=path, text=item.text))
            edges.append(Edge(EdgeType.DEFINES, root, uid, start_line=1, end_line=2))
            targets, type = item.documents, EdgeType.DOCUMENTS
        found = [method_uid(repo, target) for target in targets]
        edges += [Edge(type, uid, target, sites=(1,)) for target in found if target in known]
    return Rows(path, root, tuple(artifacts), tuple(edges))


async def stage_delta(
    graph: Graph, candidate: Candidate, repo: str, world: World, others: frozenset[Uid] = frozenset()
) -> Counts:
    """What the pipeline does: compare digests, read what differs, write the delta."""
    own = repository_uid(repo)
    wanted = differing(
        seal_all(rows(repo, world, others), {}), await stored_digests(graph, repo, candidate.base), own
    )
    stored = await stored_rows(graph, repo, candidate.base, wanted.origins)
    changes = delta(wanted, stored, own)
    texts = {version.artifact.uid: version.artifact.text for version in changes.created}
    return await stage(graph, candidate, repo, SCOPE, changes, texts)


async def commit(
    graph: Graph,
    repo: str,
    world: World,
    holder: Holder | None = None,
    others: frozenset[Uid] = frozenset(),
) -> Counts:
    """Ingest a commit from lease to follow."""
    async with hold_lease(graph, holder or this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        counts = await stage_delta(graph, candidate, repo, world, others)
        await publish(graph, candidate, watermark(repo, candidate), Report())
        await follow(graph, fence)
    return counts


def watermark(repo: str, candidate: Candidate) -> Watermark:
    return Watermark(repo, "main", f"c{candidate.seq}", "2026-01-01T00:00:00+00:00")


async def load(graph: Graph, repo: str, world: World) -> Counts:
    """A first load: nodes file by file, then the edges."""
    wanted = [seal(row) for row in rows(repo, world)]
    edges = [edge for one in wanted for edge in one.rows.edges] + root_edges(wanted, repository_uid(repo))
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        counts = Counts()
        ids: dict[Uid, str] = {}
        for one in wanted:
            staged, found = await stage_nodes(graph, candidate, repo, SCOPE, one.versions, {})
            counts += staged
            ids |= found
        counts += await stage_edges(graph, candidate, list(distinct_edges(edges).values()), ids)
        await publish(graph, candidate, watermark(repo, candidate), Report())
        await follow(graph, fence)
    return counts


async def active_hash(graph: Graph) -> str:
    return await export_hash(graph, await active(graph))


async def active_lines(graph: Graph) -> list[str]:
    return [line async for line in export(graph, await active(graph))]


async def rebuilt_hash(graph: Graph, worlds: Mapping[str, World]) -> str:
    """What a graph made from nothing hashes to; the graph is emptied for it."""
    await empty(graph)
    await migrate(graph)
    for repo, world in worlds.items():
        await load(graph, repo, world)
    return await active_hash(graph)
