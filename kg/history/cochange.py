"""Files that changed together with an artifact: how often, of how many. Read from the mirror when asked.

Commits of more than 50 files say nothing here (a format, a licence, an import), as they do in the fill. Files
are named as today; those that are gone are left out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from kg.history.bounded import Bounds, Deadline, in_turn
from kg.history.changes import touches
from kg.history.log import blobs_of
from kg.history.past import BULK_FILES
from kg.history.run_git import git_output
from kg.history.standing import Standing
from kg.schema.history import CoChanged

MIN_TOGETHER = 2


async def co_changed(standing: Standing, limit: int, bounds: Bounds) -> tuple[CoChanged, ...]:
    """The files that changed with it most often, at least twice."""
    return await in_turn(lambda deadline: _co_changed(standing, limit, deadline), bounds)


def _co_changed(standing: Standing, limit: int, deadline: Deadline) -> tuple[CoChanged, ...]:
    mirror = standing.mirror
    touched, _ = touches(standing, deadline)
    own = {span.path for span in standing.spans}
    counts: Counter[str] = Counter()
    commits = 0
    today = _names_today(mirror.git_dir, mirror.head)
    for paths in _paths(mirror.git_dir, [one.commit.sha for one in touched]):
        if len(paths) > BULK_FILES:
            continue
        commits += 1
        counts.update({today.get(path, "") for path in paths} - own - {""})
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        CoChanged(path, count, round(count / commits, 3))
        for path, count in ranked[:limit]
        if count >= MIN_TOGETHER
    )


def _paths(git_dir: str, commits: Sequence[str]) -> Iterator[list[str]]:
    """The paths that each commit changed, as it calls them."""
    out = git_output(
        git_dir, "diff-tree", "--stdin", "--root", "-r", "--name-only", "-z", "--pretty=format:%x01",
        given=commits,
    )  # fmt: skip
    for part in out.decode("utf-8", "replace").split("\x01")[1:]:
        yield [path for path in part.strip("\n").split("\0") if path.strip("\n")]


@lru_cache(maxsize=4)
def _names_today(git_dir: str, head: str) -> Mapping[str, str]:
    """What every path that a file of today ever had is called today."""
    today = {path: path for path in blobs_of(git_dir, head)}
    out = git_output(git_dir, "log", "--no-merges", "--raw", "-M", "--diff-filter=R", "--format=", head)
    for line in out.decode("utf-8", "replace").split("\n"):
        _, *names = line.split("\t")
        if len(names) == 2 and names[1] in today:
            today.setdefault(names[0], today[names[1]])
    return today
