"""The log of a repository as a stream: per commit its files, with renames and the lines that changed.

In: a git directory and what to walk. Out: `Logged`, children before parents; of merges only the files that
they put together from several parents. Blocking code, for a thread; one pass holds one commit at a time. A commit whose objects are missing (a partial
clone) is told without lines, and the walk goes on behind it.
"""

import re
import subprocess
import tempfile
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from kg.history.hunks import Hunk
from kg.history.run_git import git_command, git_output
from kg.ingest.parse.denied import in_force
from kg.ingest.parse.redact import redact
from kg.ingest.source.environment import git_environment
from kg.schema.history import Commit

FIELDS = "%H%x1f%ct%x1f%an%x1f%s"
_FORMAT = f"%x00{FIELDS}"
_DIFF = (
    "--raw", "-p", "-U0", "-M", "-l1000", "--no-abbrev", "--no-color", "--no-ext-diff", "--no-textconv",
)  # fmt: skip
_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


@dataclass(slots=True)
class FileChange:
    """One file of a commit. `hunks` is empty where only its name or mode changed, or bytes that are no text."""

    status: str
    """`A`, `M`, `D`, `R`, `T`."""
    old_path: str
    new_path: str
    old_blob: str
    new_blob: str
    hunks: list[Hunk] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Merged:
    """A file that a merge put together: it is like none of its parents."""

    path: str
    parents: tuple[str, ...]
    """Its blob in each of them."""
    blob: str


@dataclass(slots=True)
class Logged:
    """A commit and the files it changed."""

    commit: Commit
    files: list[FileChange] = field(default_factory=list)
    merged: list[Merged] = field(default_factory=list)
    readable: bool = True
    """False where git could not tell its lines."""


def walk(git_dir: str, head: str) -> Iterator[Logged]:
    """Every commit that `head` rests on."""
    order = deque(_order(git_dir, head))
    merged = _merged(git_dir, [sha for sha, is_merge in order if is_merge])
    for logged in _walk_plain(git_dir, [sha for sha, is_merge in order if not is_merge]):
        while order and order[0][0] != logged.commit.sha:
            sha, _ = order.popleft()
            if sha in merged:
                yield Logged(Commit(sha, "", "", ""), merged=merged[sha])
        yield logged


def _walk_plain(git_dir: str, commits: Sequence[str]) -> Iterator[Logged]:
    """These commits, in this order, each told in spite of what git cannot read."""
    at = 0
    while at < len(commits):
        told = 0
        for logged in walk_commits(git_dir, commits[at:]):
            told += 1
            yield logged
        at += max(told, 1)  # git ends at what it cannot read; the commit it was at was told, without lines


def _order(git_dir: str, head: str) -> Iterator[tuple[str, bool]]:
    """Every commit, children before parents, and whether it is a merge."""
    out = git_output(git_dir, "rev-list", "--topo-order", "--parents", "--end-of-options", head, "--")
    for line in out.decode("ascii").splitlines():
        sha, *parents = line.split(" ")
        yield sha, len(parents) > 1


def _merged(git_dir: str, merges: Sequence[str]) -> dict[str, list[Merged]]:
    """What each merge put together; a few names, read at once."""
    out = git_output(git_dir, "diff-tree", "--stdin", "-r", "-c", "--raw", "--no-abbrev", given=merges)
    found: dict[str, list[Merged]] = {}
    sha = ""
    for line in out.splitlines():
        if not line.startswith(b":"):
            sha = line.decode("ascii")
        else:
            found.setdefault(sha, []).append(_merged_file(line))
    return found


def walk_commits(git_dir: str, commits: Sequence[str]) -> Iterator[Logged]:
    """These commits, in this order, up to the first that git cannot read."""
    with tempfile.TemporaryFile() as given:
        given.write("\n".join(commits).encode("ascii") + b"\n")
        given.seek(0)
        command = git_command(
            git_dir, "diff-tree", "--stdin", "--root", "-r", *_DIFF, f"--pretty=format:{_FORMAT}"
        )
        yield from _read(command, given.fileno())


def follow(git_dir: str, head: str, path: str) -> Generator[Logged, None, None]:
    """The commits that touched one file, through its renames."""
    command = git_command(
        git_dir, "log", "--follow", "--topo-order", "-c", *_DIFF, f"--format={_FORMAT}",
        "--end-of-options", head, "--", f":(literal){path}",
    )  # fmt: skip
    yield from _read(command, subprocess.DEVNULL)


def changes_between(git_dir: str, base: str, head: str) -> list[FileChange]:
    """The files in which two commits differ, through renames; without lines."""
    out = git_output(
        git_dir, "diff-tree", "-r", "--raw", "-M", "-l1000", "--no-abbrev", "--end-of-options", base, head
    )
    return [_file_change(line) for line in out.splitlines() if line.startswith(b":")]


def blobs_of(git_dir: str, head: str, *paths: str) -> dict[str, str]:
    """The blob of every file (or of these) of a commit."""
    out = git_output(git_dir, "ls-tree", "-r", "-z", "--full-tree", head, "--", *paths)
    entries = (record.partition("\t") for record in out.decode("utf-8", "replace").split("\0") if record)
    return {path: head.split(" ")[2] for head, _, path in entries}


def commit_of(fields: Sequence[str]) -> Commit:
    """A commit from its `FIELDS`; the subject is redacted here, before anything sees it."""
    sha, stamp, author, subject = fields
    return Commit(sha, in_force().mask(author), iso(int(stamp or 0)), redact(subject))


def iso(stamp: int) -> str:
    return datetime.fromtimestamp(stamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _read(command: Sequence[str], stdin: int) -> Generator[Logged, None, None]:
    """The commits of git's output; the child is ended when the caller stops early."""
    child = subprocess.Popen(
        command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=git_environment()
    )
    assert child.stdout is not None
    try:
        last: Logged | None = None
        for logged in _parsed(child.stdout):
            if last is not None:
                yield last
            last = logged
        failed = child.wait() != 0
        if last is not None:
            last.readable = not failed
            yield last
    finally:
        child.kill()
        child.stdout.close()
        child.wait()


def _parsed(lines: Iterator[bytes]) -> Iterator[Logged]:
    current: Logged | None = None
    at = -1
    for line in lines:
        head = line[:1]
        if head == b"@":
            if current is not None and at < len(current.files) and (found := _HUNK.match(line)):
                current.files[at].hunks.append(_hunk(found))
        elif head == b"d" and line.startswith(b"diff --git "):  # in the order of the raw lines
            at += 1
        elif head == b":":
            assert current is not None
            if line.startswith(b"::"):
                current.merged.append(_merged_file(line))
            else:
                current.files.append(_file_change(line))
        elif head == b"\0":
            if current is not None:
                yield current
            current, at = (
                Logged(commit_of(line[1:].decode("utf-8", "replace").rstrip("\n").split("\x1f"))),
                -1,
            )
    if current is not None:
        yield current


def _hunk(found: re.Match[bytes]) -> Hunk:
    old, olds, new, news = found.groups()
    return Hunk(int(old), 1 if olds is None else int(olds), int(new), 1 if news is None else int(news))


def _merged_file(line: bytes) -> Merged:
    """A raw line of a merge: a colon, a mode and a blob for each parent, then its own, `STATUS<tab>path`."""
    head, path = line.decode("utf-8", "replace").rstrip("\n").split("\t")[:2]
    count = len(head) - len(head.lstrip(":"))
    blobs = head.split(" ")[count + 1 : 2 * count + 2]
    return Merged(path, tuple(blobs[:-1]), blobs[-1])


def _file_change(line: bytes) -> FileChange:
    """A raw line: `:mode mode blob blob STATUS<tab>path[<tab>path]`."""
    head, *paths = line.decode("utf-8", "replace").rstrip("\n").split("\t")
    _, _, old_blob, new_blob, status = head.split(" ")
    return FileChange(status[0], paths[0], paths[-1], old_blob, new_blob)
