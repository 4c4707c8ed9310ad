"""Which artifacts of a snapshot some commits change: one commit, or all of a merge request, merged or not.

In: a repository and what to look at. Out: a `ChangedIn`. The lines of the snapshot's commit are led to the
lines before and after the change, blob by blob, so that neither has to be the commit that the graph holds;
what the change touched there is changed, the innermost artifact only. Reads the mirror, fetches nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.errors import NotFound
from kg.graph import Graph
from kg.history.between import States
from kg.history.bounded import Bounds, Deadline, in_turn
from kg.history.hunks import Hunk, moved_back, touches
from kg.history.log import FileChange, blobs_of, changes_between
from kg.history.merges import merge_of
from kg.history.mirror import Mirror
from kg.history.standing import standing
from kg.ingest.source.blobs import Blobs
from kg.ingest.source.command import GitFailed, git
from kg.schema.access import Scope
from kg.schema.ids import Uid, repository_uid
from kg.schema.impact import ChangedIn

MAX_FILES = 500
_NONE = "0" * 40
_WHOLE = 1 << 30


@dataclass(frozen=True, slots=True)
class _Between:
    base: str
    head: str


@dataclass(frozen=True, slots=True)
class _Span:
    uid: Uid
    start: int
    end: int


async def changed_in_commit(
    graph: Graph, repo: str, commit: str, scope: Scope, seq: int, cache_dir: Path
) -> ChangedIn:
    """What a commit changes against its (first) parent; NotFound where it is not on this machine."""
    mirror = await _mirror(graph, repo, scope, seq, cache_dir)
    head = await _commit(mirror, commit)
    base = await _resolved(mirror, f"{head}^1") or await _empty_tree(mirror)
    return await _changed(graph, mirror, _Between(base, head), scope, seq)


async def changed_in_request(
    graph: Graph, repo: str, number: int, scope: Scope, seq: int, cache_dir: Path
) -> ChangedIn:
    """What a merge request changes: its head where the mirror has it, else the merge that names it."""
    mirror = await _mirror(graph, repo, scope, seq, cache_dir)
    head = await _resolved(mirror, f"refs/merge-requests/{number}/head")
    if head:
        base = await _base(mirror, head)
        if base != head:
            return await _changed(graph, mirror, _Between(base, head), scope, seq)
    merge = await in_turn(lambda _: merge_of(mirror.git_dir, mirror.head, number), Bounds())
    if not merge:
        raise NotFound(f"impact: merge request {number} of {repo} is not on this machine")
    return await _changed(graph, mirror, _Between(f"{merge}^1", merge), scope, seq)


async def _mirror(graph: Graph, repo: str, scope: Scope, seq: int, cache_dir: Path) -> Mirror:
    stands = await standing(graph, repository_uid(repo), scope, seq, cache_dir)
    if stands is None:
        raise NotFound(f"there is no repository {repo} that you may see")
    return stands.mirror


async def _commit(mirror: Mirror, commit: str) -> str:
    found = await _resolved(mirror, commit)
    if not found:
        raise NotFound(f"impact: {mirror.repo} has no commit {commit[:40]!r} on this machine")
    return found


async def _resolved(mirror: Mirror, name: str) -> str:
    """The commit's id, or nothing."""
    wanted = f"{name}^{{commit}}"
    try:
        found = await git(
            "rev-parse", "--verify", "--quiet", "--end-of-options", wanted, git_dir=mirror.git_dir
        )
    except GitFailed:
        return ""
    return found.decode().strip()


async def _empty_tree(mirror: Mirror) -> str:
    return (await git("hash-object", "-t", "tree", "/dev/null", git_dir=mirror.git_dir)).decode().strip()


async def _base(mirror: Mirror, head: str) -> str:
    """Where a branch left what the snapshot holds."""
    try:
        found = await git("merge-base", mirror.head, head, git_dir=mirror.git_dir)
    except GitFailed:
        raise NotFound(f"impact: {head[:10]} shares no history with {mirror.repo}") from None
    return found.decode().strip()


async def _changed(graph: Graph, mirror: Mirror, between: _Between, scope: Scope, seq: int) -> ChangedIn:
    files = await in_turn(
        lambda _: changes_between(mirror.git_dir, between.base, between.head)[:MAX_FILES], Bounds()
    )
    here = await in_turn(lambda _: _paths_here(mirror, between.head, files), Bounds())
    spans = await _spans(graph, mirror.repo, sorted(set(here.values())), scope, seq)
    uids = await in_turn(lambda deadline: _touched(mirror, files, here, spans, deadline), Bounds())
    elsewhere = [one.new_path for at, one in enumerate(files) if here.get(at, "") not in spans]
    return ChangedIn(mirror.repo, between.base, between.head, tuple(uids), tuple(elsewhere))


async def _spans(
    graph: Graph, repo: str, paths: Sequence[str], scope: Scope, seq: int
) -> dict[str, list[_Span]]:
    """What stands in each file; the file itself last, without lines."""
    params = {"repo": repo, "paths": list(paths), "scopes": list(scope.tokens), "seq": seq}
    found: dict[str, list[_Span]] = {}
    for row in await graph.read("history_in_files", params):
        span = _Span(Uid(row["uid"]), row["start_line"] or 1, row["end_line"] or _WHOLE)
        found.setdefault(row["path"], []).append(span)
    return found


def _paths_here(mirror: Mirror, head: str, files: Sequence[FileChange]) -> dict[int, str]:
    """What each changed file is called in the commit of the snapshot, by its place in the list."""
    named = sorted({path for one in files for path in (one.old_path, one.new_path)})
    there = blobs_of(mirror.git_dir, mirror.head, *named) if named else {}
    here = {
        at: one.new_path if one.new_path in there else one.old_path
        for at, one in enumerate(files)
        if one.new_path in there or one.old_path in there
    }
    if len(here) < len(files):  # renamed since, or gone
        since = {one.old_path: one.new_path for one in changes_between(mirror.git_dir, head, mirror.head)
                 if one.status == "R"}  # fmt: skip
        here |= {
            at: since[one.new_path]
            for at, one in enumerate(files)
            if at not in here and one.new_path in since
        }
    return here


def _touched(
    mirror: Mirror,
    files: Sequence[FileChange],
    here: Mapping[int, str],
    spans: Mapping[str, Sequence[_Span]],
    deadline: Deadline,
) -> list[Uid]:
    """The innermost artifacts that each file's change touched, in the order of files."""
    found: dict[Uid, None] = {}
    blobs_here = blobs_of(mirror.git_dir, mirror.head, *sorted(set(here.values()))) if here else {}
    with Blobs(mirror.git_dir) as blobs:
        states = States(blobs)
        for at, one in enumerate(files):
            path = here.get(at, "")
            if path not in spans or deadline.passed:
                continue
            found.update(dict.fromkeys(_of_file(one, blobs_here[path], spans[path], states)))
    return list(found)


def _of_file(change: FileChange, blob_here: str, spans: Sequence[_Span], states: States) -> Iterator[Uid]:
    """By the lines after the change, and by those before it: what it took away stands only there."""
    made = (
        states(change.old_blob, change.new_blob) if _NONE not in (change.old_blob, change.new_blob) else None
    )
    lines = {at: (span.start, span.end) for at, span in enumerate(spans)}
    if made is None:  # the whole file came or went
        yield from (span.uid for span in spans)
        return
    after, _ = moved_back(lines, states(change.new_blob, blob_here))
    before, _ = moved_back(lines, states(change.old_blob, blob_here))
    back = [Hunk(one.new_start, one.new_count, one.old_start, one.old_count) for one in made]
    for side, hunks in ((after, made), (before, back)):
        for hunk in hunks:
            yield from (spans[at].uid for at in _innermost(side, hunk))


def _innermost(lines: Mapping[int, tuple[int, int]], hunk: Hunk) -> list[int]:
    """Those touched that hold no other touched one."""
    hit = {at: span for at, span in lines.items() if touches(hunk, *span)}
    return [at for at, span in hit.items() if not any(_holds(span, other) for other in hit.values())]


def _holds(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span != other and span[0] <= other[0] and other[1] <= span[1]
