"""Migrations -> the tables as they are in the end: the changes of each history applied in order.

In: the `Migration`s that readers of files left. Histories do not know each other (a script for MySQL and one
for H2 make the same tables); where several shape one table, the surest says its columns: a tool's migrations
before a script that stands alone, either before what only tests use. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from kg.ingest.resolve.data.change_logs import ChangeLogs
from kg.ingest.resolve.data.django_order import applied
from kg.ingest.resolve.data.ordered import in_order
from kg.ingest.resolve.data.shaping import Shaping
from kg.ingest.resolve.data.tables import Place
from kg.ingest.resolve.data.world import Data
from kg.schema.data import ChangeLog, Migration, TableChange
from kg.schema.facts import Facts
from kg.schema.models import ModelMigration

Step = tuple[Facts, Migration]

_TEST = re.compile(r"(?:^|/)(?:tests?|testing|__tests__|fixtures)/", re.IGNORECASE)
TOOL, SCRIPT, TESTED = 0, 1, 4
"""Ranks of shapes; those of entities and models lie between."""


def define_migrated(found: Data) -> None:
    """A Shape for each table that the last migration of its history leaves."""
    scripts = found.world.found(Migration)
    logs = ChangeLogs(found.world.found(ChangeLog), scripts)
    for root in logs.roots():
        _define(found, root, TOOL, logs.changes(root))
    models = found.world.found(ModelMigration)
    if models:
        _define(found, "", TOOL, applied(models, found.apps))
    histories: dict[tuple[str, str], list[Step]] = defaultdict(list)
    for facts, migration in scripts:
        if facts.file.path not in logs.included:
            histories[migration.system, migration.history].append((facts, migration))
    for (system, history), steps in sorted(histories.items()):
        ordered = _ORDER.get(system, _by_number)(steps)
        changes = ((facts, change) for facts, migration in ordered for change in migration.changes)
        _define(found, history, SCRIPT if system == "sql" else TOOL, changes)


def _define(found: Data, history: str, rank: int, changes: Iterable[tuple[Facts, TableChange]]) -> None:
    shaping = Shaping()
    for facts, change in changes:
        shaping.apply(change, Place(facts.file.uid, facts.file.path, change.start_line, change.end_line))
    for shape in shaping.shapes():
        shape.rank = TESTED if is_test(f"{history}/") else rank
        found.tables.define(shape)


def is_test(path: str) -> bool:
    """Whether only tests use what a file says."""
    return bool(_TEST.search(path))


def _by_number(steps: Sequence[Step]) -> Iterator[Step]:
    """`V2` before `V10`, what is repeated on every change (`R__`) last, then by path."""
    yield from sorted(steps, key=lambda step: (*_number(step[1].version), step[0].file.path))


def _number(version: str) -> tuple[bool, tuple[int, ...]]:
    parts = tuple(int(part) for part in re.findall(r"\d+", version))
    while parts and parts[-1] == 0:
        parts = parts[:-1]
    return version.startswith("R"), () if version.startswith("R") else parts


def _by_revision(steps: Sequence[Step]) -> Iterator[Step]:
    """Revisions after those that they revise; of two branches the first by path."""
    by_version = {step[1].version: step for step in sorted(steps, key=lambda step: step[0].file.path)}
    after = {version: step[1].after for version, step in by_version.items()}
    yield from (by_version[version] for version in in_order(list(by_version), after))


_ORDER: Mapping[str, Callable[[Sequence[Step]], Iterator[Step]]] = {"alembic": _by_revision}
"""By system, where versions are no numbers."""
