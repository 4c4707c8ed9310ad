"""The indexes that are kept of a commit, read for an ingest: what agrees with the sources is used.

In: the folder of indexes, repository, commit, and the facts of every file. Out: one `Lookup` and notes
in words. An index of another commit is never read; one that is damaged, or whose definitions do not
stand where the sources have them, is left out and said so. The ingest goes on without.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.ingest.scip.index import NotAnIndex
from kg.ingest.scip.lookup import Lookup, look_up, merge
from kg.ingest.scip.sites import Places, call_lines, places_of
from kg.ingest.scip.symbols import Suffix, symbol_of
from kg.records.indexes import IndexFolder, KeptIndex
from kg.schema.facts import Facts

_FEWEST = 10
"""Definitions below which nothing is said of an index as a whole."""
_LEAST_SHARE = 0.5
"""Of an index's methods in files that we read, so many stand where it says, or it is of other sources."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What compilers say of a commit."""

    lookup: Lookup = field(default_factory=Lookup)
    notes: tuple[str, ...] = ()


async def read_indexes(folder: IndexFolder, repo: str, commit: str, files: Sequence[Facts]) -> Compiled:
    kept = [one for one in await folder.kept() if one.repo == repo]
    own = [one for one in kept if one.commit == commit]
    if not own:
        others = (
            (f"the SCIP index of {kept[0].commit[:10]} is not used: this is {commit[:10]}",) if kept else ()
        )
        return Compiled(notes=others)
    return await asyncio.to_thread(_read, own, files)


def _read(kept: Sequence[KeptIndex], files: Sequence[Facts]) -> Compiled:
    places = places_of(files)
    wanted = call_lines(files, places)
    whole = Lookup()
    notes = []
    for one in kept:
        part = Lookup()
        try:
            look_up(lambda path=one.path: path.open("rb"), wanted, part)  # type: ignore[misc] # a default binds it
        except (NotAnIndex, OSError) as error:
            notes.append(f"the SCIP index {one.name} is left out: {error}")
            continue
        there, told = agreement(part, places)
        if told >= _FEWEST and there < told * _LEAST_SHARE:
            notes.append(
                f"the SCIP index {one.name} is left out: only {there} of {told} methods stand where it says,"
                " it was made from other sources"
            )
            continue
        merge(whole, part)
    return Compiled(whole, tuple(notes))


def agreement(lookup: Lookup, places: Places) -> tuple[int, int]:
    """How many of an index's methods stand where it says, of how many in files that we read."""
    there = told = 0
    for key, defined in lookup.definitions.items():
        symbol = symbol_of(key)
        if symbol.suffix is Suffix.METHOD and symbol.package:
            told += 1
            there += any(places.artifact(path, line + 1, symbol.name) is not None for path, line in defined)
    return there, told
