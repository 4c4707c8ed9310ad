"""Where the git objects of a repository of the graph are on this machine. Fetches nothing.

In: the registered place (a folder, or a URL whose mirror the ingest keeps) and the commit that a snapshot
holds. Out: a `Mirror`. NotFound where this machine has neither, or not that commit any more.
"""

from dataclasses import dataclass
from pathlib import Path

from kg.errors import NotFound
from kg.ingest.source.command import GitFailed, git
from kg.ingest.source.git import is_url
from kg.ingest.source.mirror import mirror_folder


@dataclass(frozen=True, slots=True)
class Mirror:
    """The objects of one repository, and the commit to look back from."""

    repo: str
    git_dir: str
    head: str
    shallow: bool
    """Whether earlier commits are cut off."""


async def find_mirror(repo: str, url: str, commit: str, cache_dir: Path) -> Mirror:
    where = mirror_folder(url, cache_dir) if is_url(url) else Path(url)
    try:
        git_dir = (await git("rev-parse", "--absolute-git-dir", folder=str(where))).decode().strip()
        await git("cat-file", "-e", f"{commit}^{{commit}}", git_dir=git_dir)
        shallow = await git("rev-parse", "--is-shallow-repository", git_dir=git_dir)
    except GitFailed:
        raise NotFound(
            f"history: the git objects of {repo} at {commit[:10]} are not on this machine"
        ) from None
    return Mirror(repo, git_dir, commit, shallow.strip() == b"true")
