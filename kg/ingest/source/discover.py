"""Which files of a commit are read, and why the others are not.

In: a `Source`. Out: `Discovery`: entries in path order, and every path left out with its reason
(folders in one line with a count). Only tracked files count, so `.gitignore` has already spoken;
`.kgignore` at the root and `.gitattributes` (`linguist-generated`, `linguist-vendored`) add to it, and
`.kg.yaml` says what is generated and of which type documents are. Reads no file but those three; what only
the bytes tell (NUL bytes, LFS) is seen when parsing.
"""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pathspec import GitIgnoreSpec

from kg.errors import SourceError
from kg.ingest.parse.denied import in_force
from kg.ingest.parse.redact import redact
from kg.ingest.parse.settings_reader import read_settings
from kg.ingest.source.attributes import Attributes, read_attributes
from kg.ingest.source.blobs import Blobs
from kg.ingest.source.command import GitFailed, git
from kg.ingest.source.git import Source
from kg.ingest.source.rules import left_out
from kg.schema.repo_settings import SETTINGS_FILE, RepoSettings

SYMLINK, SUBMODULE = "120000", "160000"
_LIBRARY_FOLDERS = frozenset({"lib", "libs"})
_LARGEST_LIBRARY = 128 << 20
_CONTROL = re.compile(r"[\x00-\x1f]")


@dataclass(frozen=True, slots=True)
class DiscoverOptions:
    max_bytes: int = 1024 * 1024
    """A larger file is kept as a File only."""
    max_files: int = 200_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A file to be read."""

    path: str
    blob: str
    size: int
    mode: str
    file_only: str = ""
    """Why it is kept as a File without being read (too large, generated); empty for every other file."""
    doc_type: str = ""
    """The type of its documents, where `.kg.yaml` says so."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A path that is not read; a folder ends in `/` and counts its files."""

    path: str
    reason: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Discovery:
    entries: tuple[Entry, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...] = ()
    """Oddities: paths that differ only by case, unreadable ignore rules."""
    libraries: tuple[Entry, ...] = ()
    """Jars in `lib` folders: other people's code, but its signatures type the code that calls it."""
    settings: RepoSettings = field(default_factory=RepoSettings)
    """`.kg.yaml`; its problems are told when it is parsed."""


@dataclass(slots=True)
class _Rules:
    """What the repository itself says, and what its paths say together."""

    kgignore: GitIgnoreSpec
    attributes: Attributes
    packages: frozenset[str]
    settings: RepoSettings
    notes: list[str] = field(default_factory=list)


async def discover(source: Source, options: DiscoverOptions | None = None) -> Discovery:
    """The files of the source's commit; raises SourceError only when git cannot list them."""
    limits = options or DiscoverOptions()
    try:
        found = await _listed(source)
    except GitFailed as error:
        where = f"{source.url} at {source.commit[:10]}"
        raise SourceError(f"source: {where} cannot be listed: {error.message}") from None
    return await asyncio.to_thread(_sorted_out, source.git_dir, source.repo, found, limits)


async def _listed(source: Source) -> list[Entry]:
    """Every entry of the tree, by path; size -1 where the object store lacks the blob."""
    tree = ("ls-tree", "-r", "-z", "--full-tree")
    try:
        listing = await git(*tree, "-l", source.commit, git_dir=source.git_dir)
    except GitFailed:  # a partial clone: git will not tell the size of what it would have to fetch
        listing = await git(*tree, source.commit, git_dir=source.git_dir)
        sizes = await _sizes(source.git_dir)
        return _by_path(Entry(e.path, e.blob, sizes.get(e.blob, -1), e.mode) for e in _entries(listing))
    return _by_path(_entries(listing))


async def _sizes(git_dir: str) -> dict[str, int]:
    """The size of every object that is there."""
    objects = await git(
        "cat-file",
        "--batch-all-objects",
        "--unordered",
        "--buffer",
        "--batch-check=%(objectname) %(objectsize)",
        git_dir=git_dir,
    )
    return {blob: int(size) for blob, size in (line.split() for line in objects.decode("ascii").splitlines())}


def _by_path(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: entry.path)


def _sorted_out(git_dir: str, repo: str, found: Sequence[Entry], limits: DiscoverOptions) -> Discovery:
    denied = in_force()
    if denied.hides_repo(repo):
        raise SourceError(f"source: {repo} was purged; it is not read again on this installation")
    purged = [entry for entry in found if denied.hides(repo, entry.path)]
    found = [entry for entry in found if not denied.hides(repo, entry.path)] if purged else found
    rules = _read_rules(git_dir, found)
    kept: list[Entry] = []
    skipped = [Skipped("(purged)", "denied by `kg purge`", len(purged))] if purged else []
    libraries = [entry for entry in found if _is_library(entry, rules)]
    for entry in found:
        reason, where = _reason(entry, rules)
        if reason:
            skipped.append(Skipped(where, reason))
        elif len(kept) >= limits.max_files:
            skipped.append(Skipped(entry.path, f"beyond the first {limits.max_files:,} files"))
        else:
            kept.append(_capped(entry, limits.max_bytes))
    settings = rules.settings
    notes = (*rules.notes, *_case_twins(kept))
    return Discovery(
        tuple(_as_declared(kept, settings)), _aggregated(skipped), notes, tuple(libraries), settings
    )


def _as_declared(entries: Sequence[Entry], settings: RepoSettings) -> Sequence[Entry]:
    """What `.kg.yaml` says of files: which are generated, and of which type documents are."""
    if not settings.generated and not settings.doc_types and not settings.glossary:
        return entries
    generated = GitIgnoreSpec.from_lines(settings.generated)
    declared_types = (*settings.doc_types, *((glob, "glossary") for glob in settings.glossary))
    types = [(GitIgnoreSpec.from_lines([glob]), name) for glob, name in declared_types]

    def declared(entry: Entry) -> Entry:
        if entry.path != SETTINGS_FILE and generated.match_file(entry.path):
            return replace(
                entry, file_only=entry.file_only or f"generated ({SETTINGS_FILE}): kept as a File only"
            )
        found = [name for spec, name in types if spec.match_file(entry.path)]
        return replace(entry, doc_type=found[-1]) if found else entry

    return [declared(entry) for entry in entries]


def _entries(listing: bytes) -> Iterator[Entry]:
    for record in listing.split(b"\0"):
        if record:
            head, _, name = record.partition(b"\t")
            mode, _, blob, *size = head.decode("ascii").split()
            yield Entry(_text(name), blob, int(size[0]) if size and size[0].isdigit() else -1, mode)


def _text(name: bytes) -> str:
    """A path as text; bytes that are no UTF-8 show as `\\xNN` (such a file is left out)."""
    return name.decode("utf-8", "backslashreplace")


def _reason(entry: Entry, rules: _Rules) -> tuple[str, str]:
    """Why an entry is left out and the path or folder that is reported; empty when it is read."""
    if entry.mode == SUBMODULE:
        return "submodule", entry.path
    if entry.mode == SYMLINK:
        return "symbolic link", entry.path
    if "\\x" in entry.path or _CONTROL.search(entry.path):
        return "its name is not clean UTF-8", entry.path
    wish = rules.kgignore.check_file(entry.path).include
    if wish:
        return ".kgignore", entry.path
    marks = rules.attributes.marked(entry.path)
    if wish is None and marks.get("linguist-generated"):
        return "linguist-generated", entry.path
    if wish is None and marks.get("linguist-vendored"):
        return "linguist-vendored", entry.path
    if wish is None and False not in marks.values():
        reason, where = left_out(entry.path, rules.packages)
        if reason:
            return reason, where
    return ("missing from the object store", entry.path) if entry.size < 0 else ("", "")


def _is_library(entry: Entry, rules: _Rules) -> bool:
    folder, _, name = entry.path.rpartition("/")
    return (
        name.endswith(".jar")
        and not _LIBRARY_FOLDERS.isdisjoint(folder.split("/"))
        and entry.mode not in (SYMLINK, SUBMODULE)
        and 0 < entry.size <= _LARGEST_LIBRARY
        and not rules.kgignore.check_file(entry.path).include
    )


def _capped(entry: Entry, max_bytes: int) -> Entry:
    if entry.size <= max_bytes:
        return entry
    reason = f"{entry.size:,} bytes, more than the cap of {max_bytes:,}: kept as a File only"
    return Entry(entry.path, entry.blob, entry.size, entry.mode, reason)


def _read_rules(git_dir: str, entries: Sequence[Entry]) -> _Rules:
    notes: list[str] = []
    attributes: dict[str, str] = {}
    ignored = said = ""
    with Blobs(git_dir) as blobs:
        for entry in entries:
            folder, _, name = entry.path.rpartition("/")
            if name == ".gitattributes" and entry.mode != SYMLINK:
                attributes[folder + "/" if folder else ""] = _small(blobs, entry)
            elif entry.path == ".kgignore" and entry.mode != SYMLINK:
                ignored = _small(blobs, entry)
            elif entry.path == SETTINGS_FILE and entry.mode != SYMLINK:
                said = _small(blobs, entry)
    packages = {e.path.removesuffix("__init__.py") for e in entries if e.path.endswith("/__init__.py")}
    settings = read_settings(redact(said)).settings if said else RepoSettings()
    return _Rules(
        _patterns(ignored, notes), read_attributes(attributes), frozenset(packages), settings, notes
    )


def _small(blobs: Blobs, entry: Entry) -> str:
    data = blobs.read(entry.blob) if entry.size < 1024 * 1024 else None
    return (data or b"").decode("utf-8-sig", "replace")


def _patterns(text: str, notes: list[str]) -> GitIgnoreSpec:
    try:
        return GitIgnoreSpec.from_lines(text.splitlines())
    except ValueError as error:
        notes.append(f".kgignore is not understood and not used: {error}")
        return GitIgnoreSpec.from_lines([])


def _aggregated(skipped: Sequence[Skipped]) -> tuple[Skipped, ...]:
    """One line a folder rule; many files of one folder with one reason are one line too."""
    folders: dict[tuple[str, str], list[str]] = defaultdict(list)
    for item in skipped:
        folder = item.path if item.path.endswith("/") else item.path.rpartition("/")[0] + "/"
        folders[folder.lstrip("/"), item.reason].append(item.path)
    rows = []
    for (folder, reason), paths in folders.items():
        whole = len(paths) > 3 or folder in paths
        if whole:
            rows.append(Skipped(folder or "./", reason, len(paths)))
        else:
            rows += [Skipped(path, reason) for path in paths]
    return tuple(sorted(rows, key=lambda row: (row.path, row.reason)))


def _case_twins(entries: Sequence[Entry]) -> list[str]:
    counts = Counter(entry.path.casefold() for entry in entries)
    twins = [entry.path for entry in entries if counts[entry.path.casefold()] > 1]
    return [f"paths that differ only by case: {', '.join(twins[:10])}"] if twins else []
