"""A bare git repository that holds the states of a place which is none: a commit for each state that was seen.

In: the files as they are now. Out: the commit that holds them; the same files make no new one, so whatever
asks twice does no harm. A file that says when and by whom it was last changed has a commit of its own, so
that histories read like those of code; the rest goes into one. Everything behind (parsing, deltas, history,
rollback, holds) sees a git mirror like any other.
"""

import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha1
from pathlib import Path

from kg.ingest.source.command import git
from kg.ingest.source.mirror import create_bare

BRANCH = "main"
_REF = f"refs/heads/{BRANCH}"
_KNOWN = "kg-known.json"
_NOT_NAME = re.compile(r"[<>\n\r\0]+")
_WRITE_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Seen:
    """One file of a state."""

    path: str
    data: bytes | None
    """None: as the mirror has it already."""
    at: int = 0
    """When it was last changed, in seconds since 1970; 0: nobody says."""
    author: str = ""
    """`Ada Ray <ada@wiki.example>`."""
    about: str = ""
    """What changed, for the commit: `Refunds, version 7`."""


@dataclass(frozen=True, slots=True)
class State:
    """A place as it is now."""

    files: tuple[Seen, ...]
    notes: tuple[str, ...] = ()
    """What was left out, and why."""
    known: Mapping[str, str] = field(default_factory=dict)
    """What the next reading may rest on: the version of each file by its path."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a mirror holds before it is brought up to date."""

    blobs: Mapping[str, str]
    known: Mapping[str, str]

    def has(self, path: str, version: str) -> bool:
        """Whether this version of a file need not be read again."""
        return path in self.blobs and self.known.get(path) == version


async def held_in(folder: Path) -> Held:
    """What a mirror holds; it is made where there is none. What is remembered beside it may be lost."""
    if not (folder / "HEAD").exists():
        await create_bare(folder)
        await git("symbolic-ref", "HEAD", _REF, git_dir=str(folder))
    if not await head_of(folder):
        return Held({}, {})
    listed = await git("ls-tree", "-r", "-z", "--full-tree", _REF, git_dir=str(folder))
    entries = [
        entry.partition("\t") for entry in listed.decode("utf-8", "surrogateescape").split("\0") if entry
    ]
    return Held({path: about.split(" ")[2] for about, _, path in entries}, _read_known(folder))


async def head_of(folder: Path) -> str:
    """The newest commit; empty where there is none yet."""
    listed = await git("for-each-ref", "--format=%(objectname)", _REF, git_dir=str(folder))
    return listed.decode().strip()


async def keep(folder: Path, held: Held, state: State, what: str) -> str:
    """Commit what differs from what is held; the newest commit."""
    head = await head_of(folder)
    changed = [seen for seen in state.files if seen.data is not None and _differs(seen, seen.data, held)]
    gone = sorted(held.blobs.keys() - {seen.path for seen in state.files})
    if changed or gone or not head:
        stream = b"".join(_commits(changed, gone, what, bool(head)))
        await git(
            "fast-import", "--quiet", git_dir=str(folder), given=stream, timeout_seconds=_WRITE_SECONDS
        )  # fmt: skip
        head = await head_of(folder)
    if state.known != held.known:
        _write_known(folder, state.known)
    return head


def _differs(seen: Seen, data: bytes, held: Held) -> bool:
    return (
        held.blobs.get(seen.path) != sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    )


def _commits(changed: Sequence[Seen], gone: Sequence[str], what: str, follows: bool) -> Iterator[bytes]:
    """The dated ones in the order of their dates, then the rest with what is gone."""
    now = int(time.time())
    dated = sorted((seen for seen in changed if 0 < seen.at <= now), key=lambda seen: (seen.at, seen.path))
    rest = [seen for seen in changed if not 0 < seen.at <= now]
    parent = b"from %s^0\n" % _REF.encode() if follows else b""
    for seen in dated:
        yield _commit(seen.at, seen.author, seen.about or seen.path, parent)
        yield from _changes([seen], ())
        parent = b""
    if rest or gone or not (dated or follows):
        yield _commit(now, "", _summary(what, rest, gone), parent)
        yield from _changes(rest, gone)


def _commit(at: int, author: str, message: str, parent: bytes) -> bytes:
    name, _, rest = author.partition("<")
    who = f"{_NOT_NAME.sub(' ', name).strip() or 'kg'} <{_NOT_NAME.sub('', rest.strip())}>"
    text = message.encode("utf-8", "replace")
    lines = (f"commit {_REF}", f"author {who} {at} +0000", f"committer kg <> {at} +0000", f"data {len(text)}")
    return "\n".join(lines).encode("utf-8", "replace") + b"\n" + text + b"\n" + parent


def _changes(changed: Iterable[Seen], gone: Iterable[str]) -> Iterator[bytes]:
    for path in gone:
        yield b"D " + _quoted(path) + b"\n"
    for seen in changed:
        data = seen.data or b""
        yield b"M 100644 inline " + _quoted(seen.path) + b"\ndata %d\n" % len(data) + data + b"\n"
    yield b"\n"


def _quoted(path: str) -> bytes:
    text = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'.encode("utf-8", "surrogateescape")


def _summary(what: str, changed: Sequence[Seen], gone: Sequence[str]) -> str:
    return f"{what}: {len(changed)} changed, {len(gone)} gone"


def _read_known(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / _KNOWN).read_text())
        return {str(path): str(version) for path, version in found.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _write_known(folder: Path, known: Mapping[str, str]) -> None:
    part = folder / f"{_KNOWN}.part"
    part.write_text(json.dumps(dict(known)))
    part.replace(folder / _KNOWN)
