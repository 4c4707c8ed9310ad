"""A repository is registered the first time it is ingested: its key and its scope are fixed then.

One that is closed (gone at its host, or taken from us) is seen by nobody from that moment on, in no snapshot,
and nothing can be ingested into it until somebody opens it again.
"""

from kg.errors import NotFound, SourceError
from kg.graph import Graph
from kg.graph.fence import write_fenced
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken


async def register(graph: Graph, fence: int, repo: str, url: str, ref: str) -> ScopeToken:
    """The scope of a repository. SourceError when its key already belongs to another place."""
    params = {"repo": repo, "url": url, "ref": ref}
    row = (await write_fenced(graph, "publish_register_repository", fence, params)).rows[0]
    if row["known_url"] != url:
        raise SourceError(
            f"publish: {repo} is already the repository at {row['known_url']}, not {url};"
            " give this one another key with --name"
        )
    if row["closed"]:
        raise SourceError(
            f"publish: {repo} is closed: it is gone at its host, or was taken from us;"
            " connecting it again (`kg gitlab connect`) opens it"
        )
    return ScopeToken(row["scope"])


async def registered_url(graph: Graph, repo: str) -> str:
    """Where a repository comes from; NotFound when it was never ingested."""
    rows = await graph.read("publish_read_registration", {"repo": repo})
    if not rows:
        raise NotFound(f"no repository is called {repo}; `kg snapshots` lists them")
    return str(rows[0]["url"])


async def own_scope(graph: Graph, repo: str) -> Scope:
    """What whoever may see this repository surely may see: it, and nothing else."""
    rows = await graph.read("publish_read_registration", {"repo": repo})
    return Scope(tuple(ScopeToken(row["scope"]) for row in rows))


async def move(graph: Graph, fence: int, repo: str, url: str) -> None:
    """A repository is found at another URL from now on. Only for who knows that it is the same one: its
    host said so by an id that stays."""
    await write_fenced(graph, "publish_move_repository", fence, {"repo": repo, "url": url})


async def close(graph: Graph, repo: str) -> list[str]:
    """Hide a repository and its lines at once; which the graph knows. Not fenced: it waits for no publisher, and
    touches nothing that one writes."""
    return [row["repo"] for row in (await graph.write("publish_close_repository", {"repo": repo})).rows]


async def open_again(graph: Graph, repo: str) -> None:
    """What is held of a closed repository and of its lines is seen again."""
    await graph.write("publish_open_repository", {"repo": repo})
