"""Keeps what each file's resolution rests on, from one ingest to the next, in the cache folder.

One file a repository, replaced as a whole; a digest in front of it covers every byte, so what is torn,
damaged or of another version of the resolvers is the same as nothing: all files are resolved. What an
ingest of another branch left is no harm, since a file is known by its content. Blocking code: call it
in a thread.
"""

import os
import pickle
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from kg.ingest.parse.cache import extractor_version
from kg.ingest.resolve.kept import Known

_DIGEST_BYTES = 16


def load_known(folder: Path, repo: str) -> Mapping[str, Known]:
    """What was kept last; empty where there is nothing that can be used."""
    with suppress(OSError):
        content = _place(folder, repo).read_bytes()
        digest, body = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
        if digest == _digest(body):
            known: Mapping[str, Known] = pickle.loads(body)  # noqa: S301 - our own, as the digest says
            return known
    return {}


def save_known(folder: Path, repo: str, known: Mapping[str, Known]) -> None:
    """Keep it for the next ingest; a full disk costs the next run time, not this one."""
    body = pickle.dumps(known, pickle.HIGHEST_PROTOCOL)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, written = tempfile.mkstemp(dir=folder, prefix="resolved-", suffix=".new")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_digest(body) + body)
            Path(written).replace(_place(folder, repo))
        except OSError:
            Path(written).unlink(missing_ok=True)


def _place(folder: Path, repo: str) -> Path:
    return folder / f"resolved-{blake2b(repo.encode(), digest_size=8).hexdigest()}.pickle"


def _digest(body: bytes) -> bytes:
    return blake2b(_version() + body, digest_size=_DIGEST_BYTES).digest()


@cache
def _version() -> bytes:
    """All code and data that decide what a file's resolution is."""
    digest = blake2b(extractor_version().encode(), digest_size=16)
    for path in sorted((Path(__file__).parent / "resolve").rglob("*")):
        if path.suffix in (".py", ".gz", ".scm"):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.digest()
