"""Puts `service` and `owner_team` right on every version of a repository when its rules have changed.

Both are facts about today: new versions begin with them (`kg.ingest.write`), so only a change of the rules
(CODEOWNERS, the services' paths) touches what is there, and a digest on the Registration says whether they
changed. Under the fence, before the pointer moves: a crash in between repeats it at the next ingest.
"""

from collections.abc import Mapping

from kg.graph import Graph
from kg.graph.fence import write_fenced
from kg.ingest.resolve.services.owners import Owned, Ownership

BATCH = 20_000


async def own(graph: Graph, fence: int, repo: str, ownership: Ownership) -> int:
    """The number of versions that belong to somebody else now."""
    stored = await graph.read("publish_read_ownership", {"repo": repo})
    if stored and stored[0]["digest"] == ownership.digest:
        return 0
    if not stored or not stored[0]["digest"]:  # its first ingest: every version began with what is right
        await write_fenced(
            graph, "publish_store_ownership", fence, {"repo": repo, "digest": ownership.digest}
        )
        return 0
    paths = [row["path"] for row in await graph.read("publish_list_paths", {"repo": repo})]
    changed = await _apply(graph, fence, repo, {path: ownership.of(path) for path in paths})
    await write_fenced(graph, "publish_store_ownership", fence, {"repo": repo, "digest": ownership.digest})
    return changed


async def _apply(graph: Graph, fence: int, repo: str, owned: Mapping[str, Owned]) -> int:
    params = {
        "repo": repo,
        "services": {path: one.service for path, one in owned.items() if one.service},
        "owners": {path: one.owner_team for path, one in owned.items() if one.owner_team},
        "limit": BATCH,
    }
    changed = 0
    while rows := int((await write_fenced(graph, "publish_own_versions", fence, params)).rows[0]["changed"]):
        changed += rows
    return changed
