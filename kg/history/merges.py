"""Which merge request brought a commit, as its merge says: GitLab's `See merge request`, GitHub's `#123`.

In: a git directory and a commit. Out: the request by commit, for the commits of every merge that names one;
where merges are nested, the innermost counts. A squashed commit names its own in its subject. Blocking code,
for a thread.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from kg.history.run_git import git_output
from kg.schema.history import Commit

MAX_COMMITS = 60_000
"""Of a longer history only what a subject says itself is told: the sets of ancestors grow with its square."""

_GITLAB = re.compile(r"See merge request (\S*!\d+)")
_GITHUB = re.compile(r"Merge pull request (#\d+)\b")
_OWN = re.compile(r"\((#\d+|![0-9]+)\)\s*$")
_BITS = re.compile(r"1")


@lru_cache(maxsize=16)
def merge_requests(git_dir: str, head: str) -> Mapping[str, str]:
    """The request of each commit that came by a merge which names one."""
    commits = list(_commits(git_dir, head))
    if len(commits) > MAX_COMMITS:
        return {}
    number = {sha: at for at, (sha, _, _) in enumerate(commits)}
    reached: list[int] = []
    told = 0
    found: dict[str, str] = {}
    for at, (_, parents, message) in enumerate(commits):  # parents before children
        known = [number[parent] for parent in parents if parent in number]
        request = request_in(message) if len(parents) > 1 else ""
        if request and len(known) > 1:
            brought = 0
            for other in known[1:]:
                brought |= reached[other]
            brought &= ~(reached[known[0]] | told)
            told |= brought
            found.update((commits[one][0], request) for one in _members(brought))
        reached.append((1 << at) | _union(reached[one] for one in known))
    return found


def merge_of(git_dir: str, head: str, number: int) -> str:
    """The newest commit that says it brought a merge request (its merge, or the squashed commit), or nothing."""
    said = rf"(See merge request [^ ]*!|Merge pull request #){number}([^0-9]|$)|\([#!]{number}\)[[:space:]]*$"
    found = git_output(
        git_dir,
        "log",
        "-1",
        "--extended-regexp",
        f"--grep={said}",
        "--format=%H",
        "--end-of-options",
        head,
        "--",
    )
    return found.decode("ascii").strip()


def with_request(commit: Commit, requests: Mapping[str, str]) -> Commit:
    """The commit with the merge request that its own subject (it was squashed), else its merge, names."""
    own = _OWN.search(commit.subject)
    request = own.group(1) if own else requests.get(commit.sha, "")
    return replace(commit, merge_request=request) if request else commit


def request_in(message: str) -> str:
    """`group/project!123` or `#123` of a merge commit's message."""
    found = _GITLAB.search(message) or _GITHUB.search(message)
    return found.group(1) if found else ""


def _union(sets: Iterator[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


def _members(bits: int) -> Iterator[int]:
    return (match.start() for match in _BITS.finditer(bin(bits)[:1:-1]))


def _commits(git_dir: str, head: str) -> Iterator[tuple[str, list[str], str]]:
    """Sha, parents and (of a merge) message of every commit, parents first."""
    out = git_output(
        git_dir,
        "log",
        "--topo-order",
        "--reverse",
        "--format=%H%x1f%P%x1f%B%x00",
        "--end-of-options",
        head,
        "--",
    )
    for record in out.decode("utf-8", "replace").split("\0"):
        if record.strip():
            sha, parents, message = record.strip("\n").split("\x1f", 2)
            yield sha, parents.split(), message if " " in parents else ""
