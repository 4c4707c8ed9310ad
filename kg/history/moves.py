"""Where lines came from that a commit moved between files: what it took away there and wrote here.

In: a commit and the span that it first wrote. Out: the file and lines they had before, or None. A move has
most of the lines, in their order; a few that also stand elsewhere are none. Blocking code, for a thread.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from kg.history.run_git import git_output
from kg.history.standing import Span

MIN_LINES = 3
MIN_SHARE = 0.8
MAX_LINES = 400
_MAX_PATCH = 8 << 20


@dataclass(slots=True)
class _Taken:
    """Neighbouring lines that a commit took away."""

    path: str
    start: int
    lines: list[str] = field(default_factory=list)


def moved_from(git_dir: str, commit: str, span: Span) -> Span | None:
    """Where the lines of `span` (as `commit` left them) stood before it."""
    wanted = _lines_at(git_dir, commit, span)
    if not MIN_LINES <= sum(1 for line in wanted if line) <= MAX_LINES:
        return None
    best: tuple[float, Span] | None = None
    for taken in _taken(git_dir, commit):
        found = _found(wanted, taken)
        if found and (best is None or found[0] > best[0]):
            best = found
    return best[1] if best else None


def _found(wanted: Sequence[str], taken: _Taken) -> tuple[float, Span] | None:
    matcher = SequenceMatcher(None, wanted, taken.lines, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    size = sum(1 for line in wanted if line)
    same = sum(1 for b in blocks for line in wanted[b.a : b.a + b.size] if line)
    if same < MIN_LINES or same < size * MIN_SHARE:
        return None
    first, last = blocks[0].b, blocks[-1].b + blocks[-1].size - 1
    return same / size, Span(taken.path, taken.start + first, taken.start + last)


def _lines_at(git_dir: str, commit: str, span: Span) -> list[str]:
    out = _git(git_dir, "cat-file", "blob", f"{commit}:{span.path}")
    return [line.strip() for line in out.split("\n")[span.start_line - 1 : span.end_line]]


def _taken(git_dir: str, commit: str) -> Iterator[_Taken]:
    patch = _git(
        git_dir, "diff-tree", "--root", "-r", "-p", "-U0", "--no-renames", "--no-color", "--no-ext-diff",
        "--no-textconv", "--no-commit-id", commit,
    )  # fmt: skip
    if len(patch) > _MAX_PATCH:
        return
    path = ""
    run: _Taken | None = None
    for line in patch.split("\n"):
        if line.startswith("-") and run is not None:
            run.lines.append(line[1:].strip())
            continue
        if run is not None and run.lines:
            yield run
        if line.startswith("--- a/") and run is None:
            path = line[6:]
        if line.startswith("@@ "):
            run = _Taken(path, int(line.split(" ")[1][1:].partition(",")[0]))
        elif line.startswith("diff --git ") or (run is not None and run.lines):
            run = None
    if run is not None and run.lines:
        yield run


def _git(git_dir: str, *arguments: str) -> str:
    return git_output(git_dir, *arguments).decode("utf-8", "replace")
