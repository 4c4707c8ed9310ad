"""The past of many artifacts of one commit at once. Blocking code, for a thread; writes nothing.

In: a mirror and `Wanted` versions with their lines. Out: `Past` of each. Few files are followed one by one,
many in one pass over the whole log: of nacos (5,500 commits, 300 MB of patches) it takes some 10 s of CPU.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.history.between import States
from kg.history.log import Logged, blobs_of, follow, walk
from kg.history.merges import merge_requests, with_request
from kg.history.mirror import Mirror
from kg.history.track import Touched, Tracker
from kg.ingest.source.blobs import Blobs
from kg.schema.history import Commit
from kg.schema.tokens import tokens

FEW_FILES = 40
"""Following one file costs some 0.2 s, a whole pass a few seconds."""
BULK_FILES = 50
"""What a commit that touches more files says, it says of none of them."""
MAX_SUBJECTS = 60
"""The latest that differ."""

Spans = dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A version and where it stands: lines by file, or (none) all of `path`."""

    vid: str
    path: str
    spans: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Past:
    """What the commits that touched a version say."""

    vid: str
    commit: Commit | None
    """The last that changed it; None where git knows of none."""
    changes: int
    terms: str
    """Index terms of their subjects."""


@dataclass(slots=True)
class _Watched:
    """What is looked for in one file."""

    spans: Spans
    whole: list[str]


def pasts(mirror: Mirror, wanted: Sequence[Wanted], stopped: Callable[[], bool]) -> Iterator[Past]:
    """The past of each version, in their order; nothing more once it is `stopped`."""
    files = _by_file(wanted)
    blobs = blobs_of(mirror.git_dir, mirror.head)
    touched: dict[str, list[Touched]] = defaultdict(list)
    with Blobs(mirror.git_dir) as opened:
        between = States(opened)
        for part, log in _logs(mirror, list(files)):
            tracker: Tracker[str] = Tracker(between)
            for path in part:
                if path in blobs:
                    tracker.add(path, blobs[path], files[path].spans, files[path].whole)
            for logged in log:
                if stopped():
                    return
                tracker.see(logged)
            for vid, found in tracker.touched.items():
                touched[vid] += found
    requests = merge_requests(mirror.git_dir, mirror.head)
    for one in wanted:
        yield _past(one.vid, touched.get(one.vid, ()), requests)


def _logs(mirror: Mirror, paths: Sequence[str]) -> Iterator[tuple[Sequence[str], Iterator[Logged]]]:
    """What is to be read for these files: the log of each, or the whole one for all."""
    if len(paths) > FEW_FILES:
        yield paths, walk(mirror.git_dir, mirror.head)
        return
    for path in paths:
        yield [path], follow(mirror.git_dir, mirror.head, path)


def _by_file(wanted: Iterable[Wanted]) -> dict[str, _Watched]:
    files: dict[str, _Watched] = defaultdict(lambda: _Watched({}, []))
    for one in wanted:
        for path, start, end in one.spans:
            files[path].spans[one.vid] = (start, end)
        if not one.spans:
            files[one.path].whole.append(one.vid)
    return files


def _past(vid: str, touched: Sequence[Touched], requests: Mapping[str, str]) -> Past:
    if not touched:
        return Past(vid, None, 0, "")
    last = max(touched, key=lambda one: one.commit.at)  # of equal times the first: the nearest to the head
    telling = sorted(
        (one for one in touched if one.files <= BULK_FILES), key=lambda one: one.commit.at, reverse=True
    )
    subjects = list(dict.fromkeys(one.commit.subject for one in telling))[:MAX_SUBJECTS]
    terms = " ".join(term for subject in subjects for term in tokens(subject))
    changes = len({one.commit.sha for one in touched})
    return Past(vid, with_request(last.commit, requests), changes, terms)
