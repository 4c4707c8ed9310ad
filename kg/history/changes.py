"""The history of one artifact, asked for: the commits that touched its lines, back through renames and moves.

In: where it stands. Out: `History`, newest first. A method's lines are followed as the fill does, and where a
commit first wrote them here but took them away in another file, on from there. Of a setting it is the commits
that gave it another value. Reads the mirror only.
"""

from contextlib import closing

from kg.history.between import States
from kg.history.bounded import Bounds, Deadline, in_turn
from kg.history.log import blobs_of, follow
from kg.history.merges import merge_requests, with_request
from kg.history.moves import moved_from
from kg.history.standing import Span, Standing
from kg.history.track import Touched, Tracker
from kg.history.values import value_changes
from kg.ingest.source.blobs import Blobs
from kg.schema.history import Change, History
from kg.schema.vocabulary import Kind

MAX_MOVES = 5


async def history(standing: Standing, bounds: Bounds) -> History:
    """What changed an artifact, within bounds of time and count."""
    return await in_turn(lambda deadline: _history(standing, bounds, deadline), bounds)


def _history(standing: Standing, bounds: Bounds, deadline: Deadline) -> History:
    mirror = standing.mirror
    if standing.kind is Kind.CONFIG:
        changes, complete = value_changes(standing, deadline)
    else:
        touched, complete = touches(standing, deadline)
        changes = [Change(one.commit, one.path) for one in touched]
    requests = merge_requests(mirror.git_dir, mirror.head)
    told = tuple(
        Change(with_request(one.commit, requests), one.path, one.transitions)
        for one in changes[: bounds.changes]
    )
    cut = len(changes) > bounds.changes or mirror.shallow
    whole = all(span.start_line == 0 for span in standing.spans)
    return History(standing.uid, told, complete and not cut, whole)


def touches(standing: Standing, deadline: Deadline) -> tuple[list[Touched], bool]:
    """The commits that touched an artifact, newest first, and whether that is all of them."""
    complete = True
    found: list[Touched] = []
    for span in standing.spans:
        touched, whole = _of_span(standing.mirror.git_dir, standing.mirror.head, span, deadline)
        found += touched
        complete &= whole
    if len(standing.spans) > 1:
        by_sha = {one.commit.sha: one for one in sorted(found, key=lambda one: one.commit.at)}
        found = list(reversed(by_sha.values()))
    return found, complete


def _of_span(git_dir: str, head: str, span: Span, deadline: Deadline) -> tuple[list[Touched], bool]:
    found: list[Touched] = []
    for _ in range(MAX_MOVES + 1):
        touched, complete = _of_file(git_dir, head, span, deadline)
        found += touched
        first = touched[-1] if touched else None
        if not complete or first is None or not first.lines[0] or deadline.passed:
            return found, complete
        came = moved_from(git_dir, first.commit.sha, Span(first.path, *first.lines))
        if came is None:
            return found, True
        head, span = f"{first.commit.sha}^", came
    return found, False


def _of_file(git_dir: str, head: str, span: Span, deadline: Deadline) -> tuple[list[Touched], bool]:
    """As far as the file goes."""
    with Blobs(git_dir) as blobs, closing(follow(git_dir, head, span.path)) as log:
        tracker: Tracker[str] = Tracker(States(blobs))
        blob = blobs_of(git_dir, head, span.path).get(span.path, "")
        lines = {"": (span.start_line, span.end_line)} if span.start_line else {}
        tracker.add(span.path, blob, lines, () if lines else ("",))
        complete = True
        for logged in log:
            tracker.see(logged)
            complete &= logged.readable
            if lines and not tracker.follows(""):
                break
            if deadline.passed:
                complete = False
                break
    return tracker.touched.get("", []), complete
