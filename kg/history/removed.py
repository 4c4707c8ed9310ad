"""Which commit took away what a document still names: asked for one mention, and read from the mirror only.

In: the mirror and the mention as it is written. Out: the newest commit that deleted the file, or that changed
how often the name stands in files called as its class (else in any file that is no document). It is where to
look, not a proof: a name may have gone in several steps. None where git finds none in time.
"""

import re

from kg.history.log import FIELDS, commit_of
from kg.history.merges import merge_requests, with_request
from kg.history.mirror import Mirror
from kg.ingest.source.command import GitFailed, git
from kg.schema.history import Commit

SECONDS = 8.0
_NO_DOCUMENTS = tuple(
    f":(exclude)*.{extension}" for extension in ("md", "mdx", "rst", "adoc", "txt", "ipynb")
)
_FILE = re.compile(r"^[\w@./+-]+\.\w+$")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


async def removed_in(mirror: Mirror, mention: str) -> Commit | None:
    """The commit, with the merge request that brought it."""
    plain = re.split(r"[#?:](?=L?\d)", mention)[0].partition("(")[0]
    for arguments in _searches(plain):
        if found := await _newest(mirror, arguments):
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


async def _newest(mirror: Mirror, arguments: tuple[str, ...]) -> Commit | None:
    command = ("log", "-1", "--no-merges", f"--format={FIELDS}", *arguments[: arguments.index("--")])
    paths = arguments[arguments.index("--") :]
    try:
        out = await git(*command, mirror.head, *paths, git_dir=mirror.git_dir, timeout_seconds=SECONDS)
    except GitFailed:
        return None
    fields = out.decode("utf-8", "replace").strip("\n").split("\x1f")
    return commit_of(fields) if len(fields) == 4 else None
