"""Which commit took away what a document still names: asked for one mention, and read from the mirror only.

In: the mirror and the mention as it is written. Out: the newest commit that deleted the file, or that changed
how often the name stands in files called as its class (else in any file that is no document). It is where to
look, not a proof: a name may have gone in several steps. None where git finds none in time.
"""

import re
import subprocess

from kg.history.bounded import Bounds, Deadline, in_turn
from kg.history.log import FIELDS, commit_of
from kg.history.merges import merge_requests, with_request
from kg.history.mirror import Mirror
from kg.history.run_git import git_output
from kg.schema.history import Commit

_NO_DOCUMENTS = tuple(
    f":(exclude)*.{extension}" for extension in ("md", "mdx", "rst", "adoc", "txt", "ipynb")
)
_FILE = re.compile(r"^[\w@./+-]+\.\w+$")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


async def removed_in(mirror: Mirror, mention: str, bounds: Bounds) -> Commit | None:
    """The commit, with the merge request that brought it."""
    return await in_turn(lambda deadline: _removed_in(mirror, mention, deadline), bounds)


def _removed_in(mirror: Mirror, mention: str, deadline: Deadline) -> Commit | None:
    plain = re.split(r"[#?:](?=L?\d)", mention)[0].partition("(")[0]
    for arguments in _searches(plain):
        if not deadline.passed and (found := _newest(mirror, arguments, deadline)):
            return with_request(found, merge_requests(mirror.git_dir, mirror.head))
    return None


def _searches(plain: str) -> list[tuple[str, ...]]:
    """What git is asked for, one after the other until it finds something."""
    if "/" in plain and _FILE.match(plain):
        return [("--no-renames", "--diff-filter=D", "--", f":(glob)**/{plain.lstrip('./')}")]
    names = _NAME.findall(plain)
    if not names:
        return []
    word = ("--pickaxe-regex", f"-S\\b{re.escape(names[-1])}\\b")
    of_class = (
        [(*word, "--", f":(glob)**/{names[-2]}.*")] if len(names) > 1 and names[-2][:1].isupper() else []
    )
    return [*of_class, (*word, "--", ".", *_NO_DOCUMENTS)]


def _newest(mirror: Mirror, arguments: tuple[str, ...], deadline: Deadline) -> Commit | None:
    options, paths = arguments[: arguments.index("--")], arguments[arguments.index("--") :]
    asked = ("log", "-1", "--no-merges", f"--format={FIELDS}", *options, mirror.head, *paths)
    try:
        out = git_output(mirror.git_dir, *asked, seconds=deadline.left)
    except subprocess.TimeoutExpired:
        return None
    fields = out.decode("utf-8", "replace").strip("\n").split("\x1f")
    return commit_of(fields) if len(fields) == 4 else None
