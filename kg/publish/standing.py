"""What a repository stands at in the snapshot that readers see, and that nobody moved it meanwhile."""

from dataclasses import dataclass

from kg.errors import Overtaken
from kg.graph import Graph
from kg.publish.snapshots import active


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a repository is; all empty when the graph does not hold it."""

    ref: str = ""
    commit: str = ""
    settings: str = ""
    """The digest of what its ingest was told (`kg.ingest.told`)."""
    url: str = ""


async def standing(graph: Graph, repo: str) -> Standing:
    """Where a repository stands now."""
    rows = await graph.read("publish_read_standing", {"repo": repo, "seq": await active(graph)})
    return Standing(**rows[0]) if rows else Standing()


async def check_standing(graph: Graph, repo: str, expected: Standing) -> None:
    """Overtaken when the repository no longer stands where a run saw it at its start. Asked under the
    lease: then nobody can move it before the run's own pointer does."""
    now = await standing(graph, repo)
    if now.commit != expected.commit:
        raise Overtaken(
            f"publish: {repo} went from {expected.commit[:10] or 'nothing'} to {now.commit[:10] or 'nothing'}"
            " while this was read; look at its head again"
        )
