"""Where stubs are kept: those that were added by hand in the data folder, the others in the cache.

An added stub is one file, `name@digest.stub.gz`, whose first line has its name. A cached one is found by
its jar's path, size and time, so that a jar is read once; the cache may be deleted at any time.
"""

import gzip
import os
import re
import zlib
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

from kg.errors import StubError
from kg.ingest.stubs.jar import name_in_jar, stub_of_jar
from kg.ingest.stubs.stub import Stub, digest_of

_UNSAFE = re.compile(r"[^\w.\-]+")
_HEAD = "# "


def read_jar(path: Path, name: str, cache: Path) -> Stub:
    """The stub of a jar on this machine; raises StubError for what is no jar. An empty name: as it says."""
    try:
        found = path.stat()
        key = (str(path.resolve()), str(found.st_size), str(found.st_mtime_ns), name)
        return cached(path.read_bytes, key, name, str(path), cache)
    except OSError as error:
        raise StubError(f"stubs: {path} cannot be read: {error.strerror or error}") from error


def cached(read: Callable[[], bytes], key: Sequence[str], name: str, place: str, cache: Path) -> Stub:
    """The stub that was kept under a key, or made now of what `read` gives."""
    file = f"{digest_of(key)}.stub.gz"
    kept = _kept(cache / file)
    if kept is not None:
        return kept
    data = read()
    try:
        text = stub_of_jar(data)
    except StubError as error:
        raise StubError(f"stubs: {place}: {error}") from error
    name = name or name_in_jar(data) or Path(place).name
    stub = Stub(name, blake2b(data, digest_size=8).hexdigest(), f"{_HEAD}{name}\n{text}")
    _keep(cache, file, stub)
    return stub


def add(folder: Path, stub: Stub) -> None:
    """Keep a stub for every ingest; another version of the same artifact makes room."""
    for kept, path in _all(folder):
        if _artifact(kept.name) == _artifact(stub.name):
            path.unlink(missing_ok=True)
    _keep(folder, f"{_UNSAFE.sub('+', stub.name)}@{stub.digest}.stub.gz", stub)


def added(folder: Path) -> tuple[Stub, ...]:
    """All that were added, by name."""
    return tuple(sorted((stub for stub, _ in _all(folder)), key=lambda stub: stub.name))


def remove(folder: Path, name: str) -> tuple[str, ...]:
    """Take away what has this name, with or without its version; gives what was there."""
    gone = []
    for stub, path in _all(folder):
        if name in (stub.name, _artifact(stub.name)):
            path.unlink(missing_ok=True)
            gone.append(stub.name)
    return tuple(sorted(gone))


def _artifact(name: str) -> str:
    """Without its version."""
    return name.rpartition(":")[0] or name


def _all(folder: Path) -> list[tuple[Stub, Path]]:
    found = ((_kept(path), path) for path in sorted(folder.glob("*.stub.gz")))
    return [(stub, path) for stub, path in found if stub is not None]


def _kept(path: Path) -> Stub | None:
    """None where there is none, or only half of one."""
    try:
        head, _, text = gzip.decompress(path.read_bytes()).decode("utf-8").partition("\n")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        return None
    digest, _, name = head.partition(" ")
    return Stub(name, digest, text) if name else None


def _keep(folder: Path, name: str, stub: Stub) -> None:
    """Whole or not at all."""
    packed = gzip.compress(f"{stub.digest} {stub.name}\n{stub.text}".encode(), 3, mtime=0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        half = folder / f"{name}.{os.getpid()}.half"
        half.write_bytes(packed)
        half.replace(folder / name)
    except OSError as error:
        raise StubError(f"stubs: {folder} cannot be written: {error.strerror or error}") from error
