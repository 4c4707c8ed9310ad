"""Opens a repository at one commit: a folder, a bare repository or a git URL.

In: what the user wrote and a ref. Out: a `Source`: where its objects are and which commit is meant.
A URL is kept as a bare mirror in the cache folder, and so is what comes from elsewhere (`states`). Nothing is
checked out; work trees are only looked at to say what is not committed.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from kg.errors import SourceError
from kg.ingest.source.command import GitFailed, git, lines, without_credentials
from kg.ingest.source.mirror import update_mirror
from kg.ingest.source.places import is_place

_SCP = re.compile(r"^(?:[\w.+-]+@)?[\w.-]{2,}:(?!//)[^\\]+$")
_PARENT = re.compile(r"(?:[~^]\d{0,6})+$")
_NOT_KEY = re.compile(r"[^A-Za-z0-9._/+-]+")
_NOT_REF = re.compile(r"[:@\s]")
"""A uid goes on behind a colon."""


@dataclass(frozen=True, slots=True)
class Source:
    """One commit of one repository, ready to be read."""

    repo: str
    """The repository's key: the URL's path or the folder's name; the caller may give another."""
    url: str
    """Where it came from, without credentials: a URL or an absolute path."""
    ref: str
    """The branch (or tag, or commit) asked for; the current branch when none was."""
    commit: str
    committed_at: str
    """ISO 8601, of the committer."""
    git_dir: str
    notes: tuple[str, ...] = ()
    """What the reader of a report should know: uncommitted changes, a shallow history."""


async def open_source(path_or_url: str, ref: str, cache_dir: Path, name: str = "") -> Source:
    """The repository at `ref` (empty: its default branch); raises SourceError with one clear line."""
    if not path_or_url.strip():
        raise SourceError("source: an empty text names no repository; give a folder or a git URL")
    if is_place(path_or_url):
        from kg.ingest.source.states import open_states  # its HTTP client: for who needs it only

        return await open_states(path_or_url, ref, cache_dir, checked_name(name))
    path = _existing(path_or_url)
    if path is not None:
        return await _open_folder(path, ref, name)
    if is_url(path_or_url):
        return await _open_url(path_or_url, ref, cache_dir, name)
    raise SourceError(f"source: {without_credentials(path_or_url)}: no such folder, and not a git URL")


def is_url(text: str) -> bool:
    """`https://…`, `ssh://…`, `file://…` or `git@host:group/project.git`; helpers (`ext::…`) are not."""
    if text.startswith("-") or "::" in text.split("/")[0]:
        return False
    return "://" in text or bool(_SCP.match(text))


def repo_key(path_or_url: str) -> str:
    """`group/project` of a URL, the folder's name of a path; characters that uids use are replaced."""
    if is_url(path_or_url) and "://" in path_or_url:
        parts = urlsplit(path_or_url)
        tail = Path(parts.path).name if parts.scheme == "file" else parts.path
    elif is_url(path_or_url):
        tail = path_or_url.partition(":")[2]
    else:
        folder = Path(path_or_url)
        tail = folder.parent.name if folder.name == ".git" else folder.name
    key = _NOT_KEY.sub("-", tail.strip("/").removesuffix(".git")).strip("/-.")
    if not key:
        raise SourceError(f"source: no name can be made of {without_credentials(path_or_url)}; give one")
    return key


def without_login(url: str) -> str:
    """The URL as it may be stored: no user, no password, no query."""
    if "://" not in url:
        return url
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    user = parts.username if parts.scheme in ("ssh", "git+ssh") and not parts.password else ""
    return urlunsplit((parts.scheme, f"{user}@{host}" if user else host, parts.path, "", ""))


async def _open_folder(path: Path, ref: str, name: str) -> Source:
    git_dir, work_tree = await _locate(path)
    commit, committed_at = await commit_of(git_dir, ref, str(path))
    notes = [] if not work_tree or ref else await _uncommitted(path, commit)
    return Source(
        checked_name(name) or repo_key(str(path)),
        str(path),
        ref or await _current_branch(git_dir),
        commit,
        committed_at,
        git_dir,
        (*notes, *(await _shallow(git_dir))),
    )


async def _open_url(url: str, ref: str, cache_dir: Path, name: str) -> Source:
    mirror = await update_mirror(url, without_login(url), cache_dir)
    commit, committed_at = await commit_of(str(mirror.git_dir), ref or mirror.head, without_login(url))
    return Source(
        checked_name(name) or repo_key(url),
        without_login(url),
        ref or mirror.head,
        commit,
        committed_at,
        str(mirror.git_dir),
    )


def checked_name(name: str) -> str:
    base, _, ref = name.partition("@")  # of a line: the branch, which git has allowed
    if name and (_NOT_KEY.search(base) or base != base.strip("/") or ".." in name or _NOT_REF.search(ref)):
        raise SourceError(f"source: the name {name!r} may hold letters, digits and . _ / + - only")
    return name


async def _locate(path: Path) -> tuple[str, bool]:
    """The git directory of a folder, and whether it has a work tree."""
    try:
        found = await git("rev-parse", "--absolute-git-dir", "--is-bare-repository", folder=str(path))
        git_dir, bare = lines(found)[:2]
    except GitFailed as error:
        raise SourceError(_why_no_repository(path, error.message)) from None
    if _same(git_dir, path):
        return git_dir, False
    if bare == "true":
        raise SourceError(f"source: {path} is a folder inside the repository {git_dir}; give that one")
    top = lines(await git("rev-parse", "--show-toplevel", folder=str(path)))[0]
    if not _same(top, path):
        raise SourceError(f"source: {path} is a folder inside the repository {top}; give that one")
    return git_dir, True


def _existing(path_or_url: str) -> Path | None:
    """The folder a text names, or None when nothing is there; a file is an error."""
    path = Path(path_or_url).expanduser()
    if path.is_file():
        raise SourceError(f"source: {path} is a file, not a git repository")
    return path.resolve() if path.is_dir() else None


def _same(one: str, other: Path) -> bool:
    return Path(one).resolve() == other.resolve()


def _why_no_repository(path: Path, message: str) -> str:
    if "dubious ownership" in message:
        return (
            f"source: {path} belongs to another user, so git will not read it;"
            f" if you trust it: git config --global --add safe.directory '{path.resolve()}'"
        )
    if "not a git repository" in message:
        return (
            f"source: {path} is not a git repository; run `git init` and commit, or give it as folder:{path}"
        )
    return f"source: {path} cannot be read: {message}"


async def commit_of(git_dir: str, ref: str, what: str) -> tuple[str, str]:
    """The commit a ref names, and when it was made."""
    if ref and not await _plausible(ref):
        raise SourceError(f"source: {ref!r} is not a name git allows for a branch, tag or commit")
    sha = await _resolved(git_dir, ref or "HEAD") or await _resolved(git_dir, f"refs/remotes/origin/{ref}")
    if not sha and await _is_empty(git_dir):
        raise SourceError(f"source: {what} has no commit yet; commit something first")
    if not sha:
        raise SourceError(f"source: {what} has no branch, tag or commit {ref or 'HEAD'!r}")
    stamp = await git("show", "-s", "--no-show-signature", "--format=%cI", sha, git_dir=git_dir)
    return sha, stamp.decode().strip()


async def _resolved(git_dir: str, ref: str) -> str:
    """The commit's id, or nothing."""
    wanted = f"{ref}^{{commit}}"
    try:
        found = await git("rev-parse", "--verify", "--quiet", "--end-of-options", wanted, git_dir=git_dir)
    except GitFailed:
        return ""
    return found.decode().strip()


async def _plausible(ref: str) -> bool:
    """Whether git allows the name (with `~2` or `^` for a parent): no ranges, searches or paths."""
    name = _PARENT.sub("", ref)
    try:
        await git("check-ref-format", f"refs/heads/{name}")
    except GitFailed:
        return False
    return True


async def _is_empty(git_dir: str) -> bool:
    return not (await git("for-each-ref", "--count=1", git_dir=git_dir)).strip()


async def _current_branch(git_dir: str) -> str:
    try:
        return (await git("symbolic-ref", "--short", "-q", "HEAD", git_dir=git_dir)).decode().strip()
    except GitFailed:  # a detached HEAD
        return "HEAD"


async def _uncommitted(path: Path, commit: str) -> list[str]:
    try:
        changed = await git("status", "--porcelain", "-z", folder=str(path), timeout_seconds=20)
    except GitFailed:
        return ["it could not be seen whether something is not committed"]
    count = sum(1 for entry in changed.split(b"\0") if entry)
    if not count:
        return []
    return [f"{count} uncommitted change{'s' * (count > 1)} not ingested: the commit {commit[:10]} is"]


async def _shallow(git_dir: str) -> list[str]:
    shallow = await git("rev-parse", "--is-shallow-repository", git_dir=git_dir)
    return ["a shallow clone: earlier commits are not there"] if shallow.strip() == b"true" else []
