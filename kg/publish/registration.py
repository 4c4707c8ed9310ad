"""A repository is registered the first time it is ingested: its key and its scope are fixed then."""

from kg.errors import NotFound, SourceError
from kg.graph import Graph
from kg.graph.fence import write_fenced
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
    return ScopeToken(row["scope"])


async def registered_url(graph: Graph, repo: str) -> str:
    """Where a repository comes from; NotFound when it was never ingested."""
    rows = await graph.read("publish_read_registration", {"repo": repo})
    if not rows:
        raise NotFound(f"no repository is called {repo}; `kg snapshots` lists them")
    return str(rows[0]["url"])


async def move(graph: Graph, fence: int, repo: str, url: str) -> None:
    """A repository is found at another URL from now on. Only for who knows that it is the same one: its
    host said so by an id that stays."""
    await write_fenced(graph, "publish_move_repository", fence, {"repo": repo, "url": url})
