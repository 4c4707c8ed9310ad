"""Brings the Neo4j jars of `jgo.lock.toml` into one folder, each checked against its SHA-256.

The lock is complete, so nothing is resolved again: jgo finds and downloads, eight files at a time
(resolving anew takes minutes without Maven). A jar that Maven has already is taken from there. A
stamp makes the next run free: it downloads nothing and hashes nothing.
"""

import asyncio
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path

import requests
from jgo.env import LockFile
from jgo.env._lockfile import LockedDependency
from jgo.maven import MavenContext, PythonResolver
from jgo.maven._core import Artifact

from kg.errors import LocalError
from kg.local.checks import require_disk
from kg.local.maven import Repositories, apply_proxies, repositories
from kg.local.options import Progress

LOCK = Path(__file__).parent / "jgo.lock.toml"
_AT_ONCE = 8
_TRIES = 3
_NEEDED_MB = 600


async def fetch_jars(folder: Path, progress: Progress) -> Path:
    """The folder that holds exactly the locked jars; downloads what is missing."""
    return await asyncio.to_thread(_fetch, folder, progress)


def wrong_jars(folder: Path) -> list[str]:
    """Names of jars that are missing or differ from the lock (hashes all of them: for `kg doctor`)."""
    own = folder / _version()
    return [
        _filename(locked)
        for locked in LockFile.load(LOCK).dependencies
        if not _matches(own / _filename(locked), _sha256(locked))
    ]


def _fetch(folder: Path, progress: Progress) -> Path:
    own = folder / _version()
    if _stamp(own).exists():
        return own
    own.mkdir(parents=True, exist_ok=True)
    # Two installations, or two test runs, may share the folder: the second one waits and finds all.
    with _exclusive(own / ".lock"):
        if not _stamp(own).exists():
            require_disk(own, _NEEDED_MB, "fetch Neo4j", "KG_HOME")
            _fetch_all(own, progress)
            _stamp(own).touch()
    return own


def _fetch_all(own: Path, progress: Progress) -> None:
    locked = LockFile.load(LOCK).dependencies
    found = repositories(os.environ)
    apply_proxies(found)
    context = MavenContext(
        resolver=PythonResolver(), repo_cache=own / ".fetch", remote_repos=dict(found.remote), timeout=60
    )
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        jobs = [pool.submit(_fetch_one, context, found, one, own) for one in locked]
        try:
            for done, job in enumerate(as_completed(jobs), start=1):
                progress(f"Neo4j jars: {job.result()}", done, len(locked))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    shutil.rmtree(own / ".fetch", ignore_errors=True)


def _fetch_one(context: MavenContext, found: Repositories, locked: LockedDependency, own: Path) -> str:
    artifact = _artifact(context, locked)
    target = own / _filename(locked)
    if _matches(target, _sha256(locked)):
        return target.name
    kept = found.local / artifact.component.path_prefix / artifact.filename
    if _matches(kept, _sha256(locked)):
        shutil.copyfile(kept, target)
        return target.name
    _download(artifact, _sha256(locked)).replace(target)
    return target.name


def _download(artifact: Artifact, sha256: str) -> Path:
    """The artifact's file, from jgo; what is broken or incomplete is thrown away and asked for again."""
    reason = ""
    for attempt in range(_TRIES):
        time.sleep(attempt)
        try:
            path = Path(artifact.resolve())
        except (requests.RequestException, RuntimeError, OSError) as error:
            # Only the kind of error: its text may hold an address with a password.
            reason = f"{type(error).__name__}, as if it is not there or cannot be reached"
        else:
            if _matches(path, sha256):
                return path
            reason = "its SHA-256 is not the locked one"
        Path(str(artifact.cached_path)).unlink(missing_ok=True)
    raise LocalError(
        f"local: cannot fetch {artifact}: {reason}. Check the network, the proxy and certificate"
        " settings, and Maven's mirrors (settings.xml); the next run goes on from here"
    )


def _artifact(context: MavenContext, locked: LockedDependency) -> Artifact:
    component = context.project(locked.groupId, locked.artifactId).at_version(locked.version)
    return component.artifact(locked.classifier or "", locked.packaging)


def _filename(locked: LockedDependency) -> str:
    suffix = f"-{locked.classifier}" if locked.classifier else ""
    return f"{locked.artifactId}-{locked.version}{suffix}.{locked.packaging}"


def _sha256(locked: LockedDependency) -> str:
    if not locked.sha256:
        raise LocalError(f"local: {LOCK.name} has no SHA-256 for {locked}; run `make lock`")
    return str(locked.sha256)


def _matches(path: Path, sha256: str) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == sha256


def _version() -> str:
    """Names the folder by the locked jars, so that an upgrade never mixes those of two servers."""
    sums = "".join(_sha256(locked) for locked in LockFile.load(LOCK).dependencies)
    return hashlib.sha256(sums.encode()).hexdigest()[:12]


def _stamp(own: Path) -> Path:
    return own / ".complete"


@contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        flock(file, LOCK_EX)
        yield
