"""Does the graph hold what git says? Every repository of the active snapshot is read anew and compared.

In: the graph, the mirrors, the caches. Out: a `Checked` for each repository: artifacts that are missing, too many
or not what was read (their stored properties are hashed again, so a changed property is seen), edges likewise,
labels that do not follow the pointer. `repair` marks what differs and ingests the same commit again, so that the
mended versions come with a snapshot of their own, through the gates, and can be rolled back.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.graph import Graph
from kg.graph.fence import write_fenced
from kg.ingest.options import IngestOptions
from kg.ingest.pipeline import open_source, parse_commit, tie
from kg.ingest.stored import stored_artifact, stored_edge
from kg.observe import log
from kg.publish.follow import follow
from kg.publish.gate_options import DEFAULT_GATES, GateOptions
from kg.publish.lease import hold_lease, this_process
from kg.publish.reconcile import Progress, ingest_again
from kg.publish.registration import registered_url
from kg.publish.standing import Standing, check_standing
from kg.schema.facts import Edge, Rows, content_hash
from kg.schema.ids import Uid, Vid, repository_uid
from kg.schema.snapshot import Watermark
from kg.schema.vocabulary import EdgeType

PAGE = 1_000
EXAMPLES = 5
_Key = tuple[str, Uid, Uid]


@dataclass(slots=True)
class Checked:
    """What differs of one repository; all empty where the graph is right."""

    mark: Watermark
    missing: list[Uid] = field(default_factory=list)
    extra: list[Uid] = field(default_factory=list)
    changed: list[Uid] = field(default_factory=list)
    edges: list[str] = field(default_factory=list)
    """`type source -> target`: missing, too many, or other than what was read."""
    unlabelled: int = 0
    """Versions of the active snapshot without their kind label."""
    artifacts: int = 0
    origins: set[str] = field(default_factory=set)
    vids: list[Vid] = field(default_factory=list)

    @property
    def right(self) -> bool:
        return not (self.missing or self.extra or self.changed or self.edges or self.unlabelled)

    def said(self) -> str:
        """For people: what differs, with examples."""
        parts = [
            f"{len(uids)} {word} ({', '.join(uids[:EXAMPLES])})"
            for word, uids in (
                ("missing", self.missing),
                ("too many", self.extra),
                ("not as read", self.changed),
                ("edges differ", self.edges),
            )
            if uids
        ]
        if self.unlabelled:
            parts.append(f"{self.unlabelled} without their label")
        return "; ".join(parts) or f"{self.artifacts} artifacts are as git has them"


async def verify(
    graph: Graph, mark: Watermark, seq: int, options: IngestOptions, progress: Progress, url: str = ""
) -> Checked:
    """Compare one repository; reads only. `url`: with its login, where it needs one."""
    url = url or await registered_url(graph, mark.repo)
    source = await open_source(url, mark.commit, options.cache_dir, mark.repo)
    parsed = await parse_commit(source, options, progress)
    tied = await asyncio.to_thread(tie, parsed)
    wanted = _Wanted.of(tied.rows, mark.repo)
    checked = Checked(mark)
    async for row in _stored(graph, mark.repo, seq):
        checked.artifacts += 1
        wanted.compare(row, checked)
    wanted.rest(checked)
    return checked


async def repair(
    graph: Graph,
    checked: Checked,
    seq: int,
    options: IngestOptions,
    progress: Progress,
    gates: GateOptions = DEFAULT_GATES,
    url: str = "",
) -> int:
    """Put one repository right; the snapshot that holds it so. Overtaken when it stands at another commit by now."""
    async with hold_lease(graph, this_process(f"kg verify {checked.mark.repo}")) as fence:
        if checked.unlabelled:
            await write_fenced(graph, "publish_look_again", fence, {})
            await follow(graph, fence)
        if checked.origins:
            await check_standing(graph, checked.mark.repo, Standing(commit=checked.mark.commit))
            await write_fenced(graph, "publish_mark_damaged", fence, _damage(checked, seq))
    if not checked.origins:
        return seq
    log.warning("verify: %s: %s", checked.mark.repo, checked.said())
    return (await ingest_again(graph, checked.mark, options, progress, gates, url)).snapshot


def _damage(checked: Checked, seq: int) -> dict[str, Any]:
    repo = checked.mark.repo
    return {
        "repo": repo,
        "repository": repository_uid(repo),
        "origins": sorted(checked.origins),
        "vids": checked.vids,
        "seq": seq,
    }


async def _stored(graph: Graph, repo: str, seq: int) -> AsyncIterator[Mapping[str, Any]]:
    after = ""
    params = {"repo": repo, "seq": seq, "limit": PAGE}
    while rows := await graph.read("publish_verify_versions", {**params, "after": after}):
        for row in rows:
            yield row
        after = rows[-1]["uid"]


@dataclass(slots=True)
class _Wanted:
    """What the commit says, from which what was found is taken away."""

    hashes: dict[Uid, str]
    origins: dict[Uid, str]
    edges: dict[Uid, dict[_Key, Edge]]

    @classmethod
    def of(cls, rows: tuple[Rows, ...], repo: str) -> "_Wanted":
        found = cls({}, {}, {})
        for one in rows:
            for artifact in one.artifacts:
                if artifact.uid not in found.hashes:
                    found.hashes[artifact.uid] = content_hash(artifact)
                    found.origins[artifact.uid] = one.origin
        for one in rows:
            for edge in one.edges:
                if edge.target in found.hashes:
                    found.edges.setdefault(edge.source, {}).setdefault(_key(edge), edge)
        return found

    def compare(self, row: Mapping[str, Any], checked: Checked) -> None:
        uid = Uid(row["uid"])
        wanted = self.hashes.pop(uid, None)
        checked.unlabelled += not row["labelled"]
        origin = self.origins.get(uid, row["origin"])
        if wanted is None:
            checked.extra.append(uid)
        elif content_hash(stored_artifact(row["content"])) != wanted:
            checked.changed.append(uid)
            checked.vids.append(Vid(row["vid"]))
        elif self._edges_agree(uid, row, checked):
            return
        checked.origins.add(origin)

    def _edges_agree(self, uid: Uid, row: Mapping[str, Any], checked: Checked) -> bool:
        wanted = self.edges.pop(uid, {})
        found = {
            _key(edge): edge
            for edge in (stored_edge(uid, type, Uid(to), facts) for type, to, facts in row["edges"])
            if edge.type not in _NOT_OURS and not edge.digest  # the one to a root is checked by what it is of
        }
        differing = [key for key in wanted.keys() | found.keys() if wanted.get(key) != found.get(key)]
        checked.edges += sorted(f"{type} {source} -> {target}" for type, source, target in differing)
        return not differing

    def rest(self, checked: Checked) -> None:
        """What was never found."""
        checked.missing += sorted(self.hashes)
        checked.origins |= {self.origins[uid] for uid in self.hashes}


_NOT_OURS = frozenset({EdgeType.MATCHES, EdgeType.CHANGED_IN})
"""Edges that no repository owns, and those of the past."""


def _key(edge: Edge) -> _Key:
    return edge.type, edge.source, edge.target
