"""Migrations -> the tables as they are in the end: the changes of each history applied in order.

In: the `Migration`s that readers of files left. Histories do not know each other (a script for MySQL and one
for H2 make the same tables); where several shape one table, the surest says its columns: a tool's migrations
before a script that stands alone, either before what only tests use. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from kg.ingest.resolve.data.shaping import Shaping
from kg.ingest.resolve.data.tables import Place
from kg.ingest.resolve.data.world import Data
from kg.schema.data import Migration
from kg.schema.facts import Facts

Step = tuple[Facts, Migration]

_TEST = re.compile(r"(?:^|/)(?:tests?|testing|__tests__|fixtures)/", re.IGNORECASE)
TOOL, SCRIPT, TESTED = 0, 1, 4
"""Ranks of shapes; those of entities and models lie between."""


def define_migrated(found: Data) -> None:
    """A Shape for each table that the last migration of its history leaves."""
    histories: dict[tuple[str, str], list[Step]] = defaultdict(list)
    for facts, migration in found.world.found(Migration):
        histories[migration.system, migration.history].append((facts, migration))
    for (system, history), steps in sorted(histories.items()):
        shaping = Shaping()
        for facts, migration in _ORDER.get(system, _by_number)(steps):
            _apply(shaping, facts, migration)
        rank = TESTED if _TEST.search(f"{history}/") else SCRIPT if system == "sql" else TOOL
        for shape in shaping.shapes():
            shape.rank = rank
            found.tables.define(shape)


def _apply(shaping: Shaping, facts: Facts, migration: Migration) -> None:
    for change in migration.changes:
        place = Place(facts.file.uid, facts.file.path, change.start_line, change.end_line)
        shaping.apply(change, place)


def _by_number(steps: Sequence[Step]) -> Iterator[Step]:
    """`V2` before `V10`, what is repeated on every change (`R__`) last, then by path."""
    yield from sorted(steps, key=lambda step: (*_number(step[1].version), step[0].file.path))


def _number(version: str) -> tuple[bool, tuple[int, ...]]:
    parts = tuple(int(part) for part in re.findall(r"\d+", version))
    while parts and parts[-1] == 0:
        parts = parts[:-1]
    return version.startswith("R"), () if version.startswith("R") else parts


_ORDER: Mapping[str, Callable[[Sequence[Step]], Iterator[Step]]] = {}
"""By system, where versions are no numbers."""
