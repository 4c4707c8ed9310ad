"""The files of a data folder: caches are deleted, logs are masked, mirrors and indexes go where they hold it.

In: the data folder and the text. Out: what was found where, and what could not be done. Blocking code, for a
thread; the services and, for its logs, the server are stopped meanwhile.
"""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kg.ingest.parse.mask import mask
from kg.ingest.source.environment import git_environment
from kg.ingest.source.mirror import mirror_folder
from kg.records.indexes import repository_folder

_CACHES = ("cache/facts.sqlite*", "cache/resolved-*", "jobs.db*")
_LOGS = ("logs/**/*", "neo4j/logs/**/*")
_INDEXES = ("scip/**/*.scip", "cache/scip/**/*.scip")


@dataclass(slots=True)
class Cleaned:
    """What was found and done, by place."""

    found: dict[str, int] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    not_done: list[str] = field(default_factory=list)


def clean_caches(home: Path) -> Cleaned:
    """Whatever was derived from repositories is read again; nothing is looked for in it."""
    gone = [path for form in _CACHES for path in home.glob(form)]
    for path in gone:
        path.unlink(missing_ok=True)
    return Cleaned(done=[f"{len(gone)} cache files deleted"])


def clean_repositories(home: Path, repos: Sequence[str], urls: Sequence[str]) -> Cleaned:
    """The mirrors and SCIP indexes of these repositories, whatever they hold: a mirror holds every version of
    every file, and an index names its files."""
    mirrors = [mirror_folder(url, home / "cache") for url in urls]
    indexes = [repository_folder(home / place, repo) for repo in repos for place in ("scip", "cache/scip")]
    cleaned = Cleaned()
    for what, folders in (("mirrors", mirrors), ("folders of SCIP indexes", indexes)):
        there = [folder for folder in folders if folder.is_dir()]
        for folder in there:
            shutil.rmtree(folder)
        if there:
            cleaned.done.append(f"{len(there)} {what} deleted")
    return cleaned


def clean_files(home: Path, texts: Sequence[str]) -> Cleaned:
    """Logs, indexes and mirrors that hold one of these texts."""
    cleaned = Cleaned()
    for path in _files(home, _LOGS):
        if count := _mask_file(path, texts):
            cleaned.found[str(path.relative_to(home))] = count
    if cleaned.found:
        cleaned.done.append(f"{len(cleaned.found)} logs masked")
    wanted = [text.encode("utf-8", "surrogatepass") for text in texts]
    for path in _files(home, _INDEXES):
        if any(word in path.read_bytes() for word in wanted):
            cleaned.found[str(path.relative_to(home))] = 1
            path.unlink()
            cleaned.done.append("a SCIP index deleted; bring it again, made without what was purged")
    for mirror in sorted(home.glob("cache/mirrors/*.git")):
        if count := _objects_with(mirror, wanted):
            cleaned.found[f"cache/mirrors/{mirror.name}"] = count
            shutil.rmtree(mirror)
            cleaned.done.append(f"mirror {mirror.name} deleted")
            cleaned.not_done.append(
                f"the repository behind {mirror.name} still holds it: rewrite its history there, or the next ingest"
                " clones it again (its text stays masked)"
            )
    return cleaned


def _files(home: Path, forms: Sequence[str]) -> Iterator[Path]:
    return (path for form in forms for path in sorted(home.glob(form)) if path.is_file())


def _mask_file(path: Path, texts: Sequence[str]) -> int:
    """How often it stood there; written in place, so that whoever appends to the file goes on."""
    body = path.read_bytes()
    count = 0
    for text in texts:
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            wanted = text.encode(encoding, "surrogatepass")
            count += body.count(wanted)
            body = body.replace(wanted, mask(text).encode(encoding).ljust(len(wanted))[: len(wanted)])
    if count:
        with path.open("r+b") as file:
            file.write(body)
    return count


def _objects_with(mirror: Path, wanted: Sequence[bytes]) -> int:
    """Objects of a mirror that hold it; the words are never on a command line."""
    command = ["git", f"--git-dir={mirror}", "cat-file", "--batch-all-objects", "--unordered", "--batch"]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=git_environment()
    )
    assert child.stdout is not None
    count = 0
    try:
        while head := child.stdout.readline().split():
            body = child.stdout.read(int(head[2]) + 1) if len(head) == 3 else b""
            count += any(word in body for word in wanted)
    finally:
        child.kill()
        child.stdout.close()
        child.wait()
    return count
