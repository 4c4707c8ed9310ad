"""SCIP indexes that CI jobs or people brought, by repository and commit, until an ingest uses them.

In: the bytes as they come. Out: files in a folder of the data folder, one for each content; the newest
commits of a repository are kept. An index is written whole or not at all. Reads nothing in them.
"""

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote, unquote

from kg.errors import IndexRefused

KEPT_COMMITS = 5
"""Commits of one repository whose indexes are kept: those of older ones will not be ingested any more."""

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_REPO = re.compile(r"[\w.+\-]+(?:/[\w.+\-]+)*(?:@[\w.+\-]+(?:/[\w.+\-]+)*)?")


@dataclass(frozen=True, slots=True)
class KeptIndex:
    """One index in the folder."""

    repo: str
    commit: str
    name: str
    """Digest of its bytes: the same index twice is kept once."""
    bytes: int
    path: Path


def repository_folder(folder: Path, repo: str) -> Path:
    """Where the indexes of a repository are, in the folder of all."""
    return folder / quote(repo, safe="")


@dataclass(frozen=True, slots=True)
class IndexFolder:
    """Where they are, and how large one may be."""

    folder: Path
    largest_bytes: int

    async def keep(self, repo: str, commit: str, chunks: AsyncIterable[bytes]) -> KeptIndex:
        """Keep an index as it streams in; IndexRefused when it is too large or names nothing."""
        place = self._place(checked_repo(repo), checked_commit(commit))
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, temporary = tempfile.mkstemp(dir=place, suffix=".part")
        digest, size = blake2b(digest_size=8), 0
        try:
            with os.fdopen(handle, "wb") as file:
                async for chunk in chunks:
                    size += len(chunk)
                    if size > self.largest_bytes:
                        raise IndexRefused(
                            f"scip: the index is larger than {self.largest_bytes // 1024 // 1024} MB"
                            " (KG_SCIP_MAX_MB)"
                        )
                    digest.update(chunk)
                    await asyncio.to_thread(file.write, chunk)
            if not size:
                raise IndexRefused("scip: the index is empty")
            path = _keep(Path(temporary), place / f"{digest.hexdigest()}.scip")
        finally:
            _discard(Path(temporary))
        await asyncio.to_thread(self._forget_old, repo)
        return KeptIndex(repo, commit, path.stem, size, path)

    async def kept(self) -> tuple[KeptIndex, ...]:
        """Every index, by repository, the newest commit first."""
        return await asyncio.to_thread(lambda: tuple(self._kept()))

    async def of(self, repo: str, commit: str) -> tuple[KeptIndex, ...]:
        """The indexes of one commit."""
        return tuple(one for one in await self.kept() if (one.repo, one.commit) == (repo, commit))

    async def remove(self, repo: str, commit: str) -> int:
        """Take away those of one commit; how many there were."""
        gone = await self.of(repo, commit)
        if gone:
            await asyncio.to_thread(shutil.rmtree, self._place(repo, commit))
        return len(gone)

    def _place(self, repo: str, commit: str) -> Path:
        return repository_folder(self.folder, repo) / commit

    def _kept(self) -> Iterator[KeptIndex]:
        for repository in sorted(self.folder.glob("*")):
            for commit in self._newest_first(repository):
                for path in sorted(commit.glob("*.scip")):
                    yield KeptIndex(
                        unquote(repository.name), commit.name, path.stem, path.stat().st_size, path
                    )

    def _newest_first(self, repository: Path) -> list[Path]:
        commits = [path for path in repository.glob("*") if any(path.glob("*.scip"))]
        return sorted(commits, key=lambda path: (-path.stat().st_mtime, path.name))

    def _forget_old(self, repo: str) -> None:
        for commit in self._newest_first(self.folder / quote(repo, safe=""))[KEPT_COMMITS:]:
            shutil.rmtree(commit, ignore_errors=True)


def _keep(temporary: Path, path: Path) -> Path:
    return temporary.replace(path)


def _discard(temporary: Path) -> None:
    """Also when a request is cancelled, so nothing is awaited."""
    temporary.unlink(missing_ok=True)


def checked_commit(commit: str) -> str:
    """A full commit id; an abbreviation may come to mean another one."""
    if not _COMMIT.fullmatch(commit):
        raise IndexRefused(f"scip: {commit[:80]!r} is no full commit id (40 hexadecimal digits)")
    return commit


def checked_repo(repo: str) -> str:
    if not _REPO.fullmatch(repo) or ".." in repo or len(repo) > 200:
        raise IndexRefused(f"scip: {repo[:80]!r} is no key of a repository")
    return repo
