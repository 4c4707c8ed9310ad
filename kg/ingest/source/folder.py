"""A folder without git: its files as they are now.

In: where it is. Out: a `State`. Links are not followed, so that nothing outside comes in; libraries of others
and files of more than 5 MB are left out, as they are of a repository.
"""

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from kg.errors import SourceError
from kg.ingest.source.kept import Held, Seen, State
from kg.ingest.source.places import Place
from kg.ingest.source.rules import VENDORED

MAX_BYTES = 5_000_000
_LEFT = VENDORED | {".git", ".hg", ".svn"}


async def read_folder(place: Place, _held: Held) -> State:
    files, left = await asyncio.to_thread(_read, place)
    return State(files, (f"{left} files left out: links, too large, or not readable",) if left else ())


def folder_files(root: Path) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of each file that may be read."""
    for path in _walk(root):
        data = _bytes_of(path)
        if data is not None:
            yield path.relative_to(root).as_posix(), data


def _read(place: Place) -> tuple[tuple[Seen, ...], int]:
    root = Path(place.path)
    if not root.is_absolute() or not root.is_dir():
        raise SourceError(f"source: {place.url}: no such folder; give its whole path")
    found: list[Seen] = []
    left = 0
    for path in _walk(root):
        data = _bytes_of(path)
        if data is None:
            left += 1
        else:
            found.append(Seen(path.relative_to(root).as_posix(), data))
    return tuple(found), left


def _walk(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root, followlinks=False):
        folders[:] = sorted(each for each in folders if each not in _LEFT)
        yield from (Path(folder, name) for name in sorted(names) if name not in _LEFT)


def _bytes_of(path: Path) -> bytes | None:
    """What a plain file holds; nothing of links, devices, and what is too large."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES:
            return None
        return file.read(MAX_BYTES)
