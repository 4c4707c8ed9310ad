"""A bare mirror of a remote repository in the data folder, brought up to date.

In: the URL as given and as it may be stored. Out: the mirror's folder and the remote's default
branch. Credentials written into a URL reach git through its environment only, never a file or a
command line; git's own credential helpers and the SSH agent work as usual.
"""

import asyncio
import fcntl
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from kg.errors import SourceError, SourceUnavailable
from kg.ingest.source.command import GitFailed, git, lines, without_credentials

FETCH_SECONDS = 3600.0
ANSWER_SECONDS = 60.0
_FOR_GOOD = (
    "not found", "could not be found", "does not exist", "does not appear to be", "not a git repository",
    "could not read username", "could not read password", "authentication failed", "denied", "not allowed to download",
    "host key verification failed", "couldn't find remote ref", "error: 401",
)  # fmt: skip
"""Words of git and its host that a later try will meet again. A 403 without a word of rights is none of them: so
does GitLab answer to an address that it has shut out for some minutes."""
_STALLED = ("-c", "http.lowSpeedLimit=1000", "-c", "http.lowSpeedTime=60")


@dataclass(frozen=True, slots=True)
class Mirror:
    git_dir: Path
    head: str
    """The remote's default branch."""


async def update_mirror(url: str, stored_url: str, cache_dir: Path) -> Mirror:
    """The mirror with all branches and tags as they are now; raises SourceError."""
    login = _login(url, stored_url)
    folder = mirror_folder(stored_url, cache_dir)
    if not (folder / "HEAD").exists():
        await _default_branch(stored_url, login)  # before anything is made for it
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    async with locked(folder.with_suffix(".lock")):
        if not (folder / "HEAD").exists():
            await create_bare(folder)
        head = await _fetched(stored_url, login, folder)
        await git("symbolic-ref", "HEAD", f"refs/heads/{head}", git_dir=str(folder))
    return Mirror(folder, head)


async def _fetched(stored_url: str, login: dict[str, str], folder: Path) -> str:
    """Fetch, and ask for the default branch at the same time: each costs a round trip to the host."""
    head, fetched = await asyncio.gather(
        _default_branch(stored_url, login), _fetch(stored_url, login, folder), return_exceptions=True
    )
    if isinstance(head, BaseException):
        raise head
    if isinstance(fetched, BaseException):
        raise fetched
    return head


async def _fetch(stored_url: str, login: dict[str, str], folder: Path) -> None:
    try:
        await git(
            *_STALLED,
            "fetch",
            "--quiet",
            "--prune",
            "--force",
            "--no-auto-maintenance",
            "--no-write-fetch-head",
            "--end-of-options",
            stored_url,
            "+refs/heads/*:refs/heads/*",
            "+refs/tags/*:refs/tags/*",
            git_dir=str(folder),
            extra=login,
            timeout_seconds=FETCH_SECONDS,
        )
    except GitFailed as error:
        raise _failure(f"source: {stored_url} cannot be fetched: {error.message}", error) from None


async def remote_head(url: str, stored_url: str, ref: str) -> str:
    """The commit that a branch of a remote is at now (its default branch, when none is named), without fetching
    anything; empty when there is no such branch."""
    wanted = f"refs/heads/{ref}" if ref else "HEAD"
    try:
        answer = await git(
            *_STALLED,
            "ls-remote",
            "--end-of-options",
            stored_url,
            wanted,
            extra=_login(url, stored_url),
            timeout_seconds=ANSWER_SECONDS,
        )
    except GitFailed as error:
        raise _failure(_unreachable(stored_url, error.message), error) from None
    named = [line.partition("\t") for line in lines(answer)]
    return next((commit for commit, _, name in named if name == wanted), "")


async def fetch_request(url: str, stored_url: str, number: int, cache_dir: Path) -> str:
    """The commit that a merge request is at now, with all it needs in the mirror; SourceError when the host
    has no such request. Its number is all that is said of it, so no name of a fork or branch gets here."""
    if not (mirror_folder(stored_url, cache_dir) / "HEAD").exists():
        await update_mirror(url, stored_url, cache_dir)
    folder, name = mirror_folder(stored_url, cache_dir), f"refs/merge-requests/{number:d}/head"
    async with locked(folder.with_suffix(".lock")):
        try:
            await git(
                *_STALLED,
                "fetch",
                "--quiet",
                "--force",
                "--no-auto-maintenance",
                "--no-write-fetch-head",
                "--end-of-options",
                stored_url,
                f"+{name}:{name}",
                git_dir=str(folder),
                extra=_login(url, stored_url),
                timeout_seconds=FETCH_SECONDS,
            )
        except GitFailed as error:
            told = f"source: merge request {number} of {stored_url} cannot be fetched: {error.message}"
            raise _failure(told, error) from None
    return lines(await git("rev-parse", "--verify", f"{name}^{{commit}}", git_dir=str(folder)))[0]


def mirror_folder(stored_url: str, cache_dir: Path) -> Path:
    """One folder a URL, named so that a person finds it."""
    words = "".join(c if c.isalnum() or c in ".-_" else "-" for c in stored_url.rpartition("://")[2])
    digest = blake2b(stored_url.encode(), digest_size=4).hexdigest()
    return cache_dir / "mirrors" / f"{words.strip('-.')[-60:].removesuffix('.git')}-{digest}.git"


def _login(url: str, stored_url: str) -> dict[str, str]:
    """Tells git, in its environment, to use the URL with its credentials for the one without."""
    if url == stored_url:
        return {}
    count = int(os.environ.get("GIT_CONFIG_COUNT", "0") or 0)
    return {
        "GIT_CONFIG_COUNT": str(count + 1),
        f"GIT_CONFIG_KEY_{count}": f"url.{url}.insteadOf",
        f"GIT_CONFIG_VALUE_{count}": stored_url,
    }


async def _default_branch(url: str, login: dict[str, str]) -> str:
    """The branch the remote's HEAD points to; an unreachable or empty remote is a SourceError."""
    try:
        answer = lines(
            await git(
                *_STALLED,
                "ls-remote",
                "--symref",
                "--end-of-options",
                url,
                extra=login,
                timeout_seconds=ANSWER_SECONDS,
            )
        )
    except GitFailed as error:
        raise _failure(_unreachable(url, error.message), error) from None
    if not answer:
        raise SourceError(f"source: {url} has no commit yet; push something first")
    for line in answer:
        if line.startswith("ref: refs/heads/") and line.endswith("\tHEAD"):
            return line.removeprefix("ref: refs/heads/").partition("\t")[0]
    heads = [line.partition("refs/heads/")[2] for line in answer if "\trefs/heads/" in line]
    if not heads:
        raise SourceError(f"source: {url} has no branch")
    return next((name for name in ("main", "master") if name in heads), heads[0])


def _failure(told: str, error: GitFailed) -> SourceError:
    """Whether another try may help: not when the host answered that there is nothing for us."""
    lowered = error.said.lower()
    return SourceError(told) if any(word in lowered for word in _FOR_GOOD) else SourceUnavailable(told)


def _unreachable(url: str, message: str) -> str:
    lowered = message.lower()
    if "could not read username" in lowered or "authentication failed" in lowered or "denied" in lowered:
        return (
            f"source: {url} wants a login that git does not have;"
            f" set up a credential helper or an SSH key so that `git ls-remote {url}` works"
        )
    return f"source: {without_credentials(url)} cannot be reached: {message}"


async def create_bare(folder: Path) -> None:
    """An empty bare repository, whole or not there at all."""
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    await git("init", "--quiet", "--bare", "--", str(part))
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)


@asynccontextmanager
async def locked(path: Path) -> AsyncIterator[None]:
    """One process at a time works on a mirror; others wait."""
    with path.open("w") as handle:
        await asyncio.to_thread(fcntl.flock, handle, fcntl.LOCK_EX)
        yield
