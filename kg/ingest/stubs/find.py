"""The stubs of one commit: what its build files and its lib folders name, then what was added by hand.

In: a source and its files. Out: a `StubSet`. Reads git, the local Maven repository and Gradle's cache;
fetches nothing. The same commit on the same machine gives the same set.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.errors import StubError
from kg.ingest.source.blobs import Blobs
from kg.ingest.source.discover import Discovery, Entry
from kg.ingest.stubs import store
from kg.ingest.stubs.gradle import is_gradle, read_gradle
from kg.ingest.stubs.maven import Model, is_jar
from kg.ingest.stubs.pom import Artifact, Coordinate, Dependency, Pom, read_pom
from kg.ingest.stubs.repository import LocalRepository
from kg.ingest.stubs.stub import Stub, StubSet
from kg.ingest.stubs.versions import version_key

_READS_STUBS = (".java", ".kt")
_MOST_BYTES = 8 << 20
"""Of a build file."""


@dataclass(frozen=True, slots=True)
class StubOptions:
    """Where jars are looked for, and where stubs are kept."""

    folder: Path
    """Of those added by hand."""
    cache: Path
    maven: Path
    """A local Maven repository."""
    gradle: Path
    """The artifacts in Gradle's cache."""

    @classmethod
    def inside(cls, folder: Path) -> "StubOptions":
        """Everything in one folder: nothing of this machine is seen."""
        return cls(folder / "stubs", folder / "stub-cache", folder / "m2", folder / "gradle")


async def find_stubs(git_dir: str, discovery: Discovery, options: StubOptions) -> StubSet:
    """Empty where nothing in the commit is typed by them."""
    if not any(entry.path.endswith(_READS_STUBS) for entry in discovery.entries):
        return StubSet()
    return await asyncio.to_thread(_find, git_dir, discovery, options)


def _find(git_dir: str, discovery: Discovery, options: StubOptions) -> StubSet:
    repository = LocalRepository(options.maven, options.gradle)
    with Blobs(git_dir) as blobs:
        poms = list(_read_poms(blobs, discovery.entries))
        wanted = dependencies_of(poms, repository)
        found, missing = read_jars(wanted, repository, options.cache)
        vendored = list(_vendored(blobs, discovery.libraries, options.cache))
    return StubSet((*found, *vendored, *store.added(options.folder)), missing)


def _read_poms(blobs: Blobs, entries: Iterable[Entry]) -> Iterator[Pom]:
    """Of every build file; one that cannot be read says nothing."""
    gradle: dict[str, str] = {}
    for entry in entries:
        name = entry.path.rpartition("/")[2]
        if entry.size > _MOST_BYTES or not (name == "pom.xml" or is_gradle(entry.path)):
            continue
        data = blobs.read(entry.blob) or b""
        if name != "pom.xml":
            gradle[entry.path] = data.decode("utf-8", "replace")
            continue
        try:
            yield read_pom(data)
        except StubError:
            continue
    if gradle:
        yield read_gradle(gradle)


def dependencies_of(poms: Sequence[Pom], repository: LocalRepository) -> tuple[Dependency, ...]:
    """What all modules together depend on, without themselves; of two versions the newer is taken."""
    own = {pom.artifact: pom for pom in poms}
    model = Model(lambda of: own.get(of.artifact) or repository.pom(of))
    found: dict[Artifact, Dependency] = {}
    for pom in poms:
        for artifact, each in model.closure(model.effective(pom)).items():
            if artifact in own or not is_jar(each):
                continue
            other = found.get(artifact)
            if other is None or version_key(each.of.version) > version_key(other.of.version):
                found[artifact] = each
    return tuple(found[artifact] for artifact in sorted(found))


def read_jars(
    wanted: Iterable[Dependency], repository: LocalRepository, cache: Path
) -> tuple[list[Stub], tuple[str, ...]]:
    """The stubs of the jars that are there, and the names of those that are not."""
    found: list[Stub] = []
    missing: list[str] = []
    for each in wanted:
        path = repository.jar(each.of, each.classifier)
        try:
            if path is None:
                missing.append(_named(each.of))
            else:
                found.append(store.read_jar(path, str(each.of), cache))
        except StubError:
            missing.append(_named(each.of))
    return found, tuple(missing)


def _named(of: Coordinate) -> str:
    return str(of) if of.version else f"{of.group}:{of.name}"


def _vendored(blobs: Blobs, libraries: Iterable[Entry], cache: Path) -> Iterator[Stub]:
    """Jars that stand in git; one that cannot be read says nothing."""
    for entry in libraries:
        try:
            key = (entry.blob, entry.path)
            yield store.cached(lambda: blobs.read(entry.blob) or b"", key, "", entry.path, cache)  # noqa: B023 - called at once
        except StubError:
            continue
