"""Resolves what changed, and what depends on it; the rest is as it was kept. Pure.

In: all files, and what is kept of an earlier state of any age or branch: a file is known by its content
alone. A changed file is resolved; where that changes a key it provides (or a file with keys is gone),
the files that read the key are resolved too, and so on. The result is that of resolving everything,
because a resolver notes all it reads of other files, what it did not find there included.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

from kg.ingest.resolve.kept import Kept, Known, Tied, keep
from kg.ingest.resolve.room import room_to_work
from kg.schema.facts import Edge, Facts, OpenSite, Resolution
from kg.schema.ids import Uid

ALL = ""
"""Where it is kept what no single file says."""


class World(Protocol):
    """All files of a resolver, opened; resolves any of them in any order."""

    def tie(self, path: str) -> Tied: ...


@dataclass(frozen=True, slots=True)
class Again:
    """All files resolved, and which of them were now."""

    kept: dict[str, Kept]
    """In the order of the files."""
    resolved: frozenset[str]

    def opened(self, before: Mapping[Kept, Resolution]) -> dict[Kept, Resolution]:
        """What is kept of each file, unpacked; what was unpacked before is taken from there."""
        return {one: before[one] if one in before else one.resolution() for one in self.kept.values()}

    def resolution(self, opened: Mapping[Kept, Resolution]) -> Resolution:
        edges: list[Edge] = []
        open_sites: dict[Uid, tuple[OpenSite, ...]] = {}
        for one in self.kept.values():
            edges += opened[one].edges
            open_sites |= opened[one].open_sites
        return Resolution(tuple(edges), open_sites)


def resolve_again(open_world: Callable[[], World], files: Sequence[Facts], known: Known) -> Again:
    stamps = {facts.file.path: stamp(facts) for facts in files}
    changed = {path for path in stamps if is_new(path, stamps, known)}
    gone = known.keys() - stamps.keys()
    fresh: dict[str, Kept] = {}
    if changed or gone:
        fresh = _resolved(open_world(), stamps, known, changed, gone)
    return Again({path: fresh.get(path) or known[path] for path in stamps}, frozenset(fresh))


def resolve_noted(stamps: Mapping[str, str], known: Known, fresh: Callable[[], dict[str, Kept]]) -> Again:
    """For a resolver that keeps under `ALL` what no single file says, and finds by itself what to resolve again:
    `fresh` gives that, and is asked where a file came, went or changed."""
    paths = (*stamps, ALL)
    if known.keys() == set(paths) and not any(is_new(path, stamps, known) for path in stamps):
        return Again({path: known[path] for path in paths}, frozenset())
    with room_to_work():
        found = fresh()
    return Again({path: found.get(path) or known[path] for path in paths}, frozenset(found.keys() - {ALL}))


def is_new(path: str, stamps: Mapping[str, str], known: Known) -> bool:
    """Whether a file is not kept as it is."""
    return path not in known or known[path].stamp != stamps.get(path)


def resolve_whole(resolve: Callable[[], Resolution], files: Sequence[Facts], known: Known) -> Again:
    """For a resolver that does not say what a file rests on: all files are as one."""
    mark = digest_of([part for one in files for part in (one.file.path, one.file.blob, stamp(one))])
    before = known.get("")
    if before is not None and before.stamp == mark:
        return Again({"": before}, frozenset())
    kept = keep(mark, Tied(resolve(), (), {}))
    return Again({"": kept}, frozenset(facts.file.path for facts in files))


def _resolved(
    world: World, stamps: Mapping[str, str], known: Known, changed: set[str], gone: Iterable[str]
) -> dict[str, Kept]:
    fresh: dict[str, Kept] = {}
    keys = {key for path in gone for key in known[path].provided()}
    turn = changed
    while turn or keys:
        for path in stamps:
            if path in turn:
                fresh[path] = keep(stamps[path], world.tie(path))
                keys |= _differing(known.get(path), fresh[path])
        turn = (
            {
                path
                for path, kept in known.items()
                if path in stamps and path not in fresh and not keys.isdisjoint(kept.read())
            }
            if keys
            else set()
        )
        keys = set()
    return fresh


def _differing(before: Kept | None, after: Kept) -> set[int]:
    """The keys that say something else now."""
    old, new = {} if before is None else before.provided(), after.provided()
    return {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}


def stamp(facts: Facts) -> str:
    """The content of a file: its blob, unless nothing could be read of it."""
    return "" if facts.code is None else facts.file.blob


def digest_of(texts: Iterable[str]) -> str:
    digest = blake2b(digest_size=16)
    for text in texts:
        digest.update(f"{text}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
