"""Publishes a snapshot in which a repository is no more. It can be rolled back like any other."""

from kg.errors import NotFound
from kg.graph import Graph
from kg.graph.fence import write_fenced
from kg.publish.follow import settle_and_follow
from kg.publish.gates import pass_gates_of_removal
from kg.publish.links import link_without
from kg.publish.snapshots import abandon, active, list_snapshots, open_candidate, publish_without
from kg.schema.ids import padded
from kg.schema.snapshot import Candidate

ORIGINS = 200


async def remove(graph: Graph, fence: int, repo: str) -> int:
    """The number of the snapshot without it; NotFound when the active one does not hold it."""
    await _check_held(graph, repo)
    candidate = await open_candidate(graph, fence)
    try:
        await _close(graph, candidate, repo)
        await link_without(graph, candidate, repo)
        await pass_gates_of_removal(graph, candidate, repo)
        await publish_without(graph, candidate, repo)
    except BaseException:
        await abandon(graph, candidate)
        raise
    await settle_and_follow(graph, fence)
    return candidate.seq


async def _check_held(graph: Graph, repo: str) -> None:
    seq = await active(graph)
    for snapshot in await list_snapshots(graph):
        if snapshot.seq == seq and repo in [watermark.repo for watermark in snapshot.watermarks]:
            return
    raise NotFound(f"publish: there is no repository {repo} in the graph; `kg snapshots` lists them")


async def _close(graph: Graph, candidate: Candidate, repo: str) -> None:
    rows = await graph.read("publish_list_origins", {"repo": repo, "seq": candidate.base})
    origins = [row["origin"] for row in rows]
    for start in range(0, len(origins), ORIGINS):
        await write_fenced(
            graph,
            "publish_close_origins",
            candidate.fence,
            {
                "repo": repo,
                "origins": origins[start : start + ORIGINS],
                "seq": candidate.seq,
                "vt": padded(candidate.seq),
            },
        )
