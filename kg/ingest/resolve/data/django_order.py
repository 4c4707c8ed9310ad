"""Migrations of Django in the order of their dependencies, over all apps.

A squashed migration stands for those that it replaces where not all of them are there. Pure.
"""

from collections.abc import Iterator, Mapping

from kg.ingest.resolve.data.apps import Apps
from kg.ingest.resolve.data.django import DjangoSchema
from kg.ingest.resolve.data.ordered import in_order
from kg.schema.data import TableChange
from kg.schema.facts import Facts
from kg.schema.models import ModelMigration

Placed = tuple[Facts, TableChange]


def applied(migrations: list[tuple[Facts, ModelMigration]], apps: Apps) -> Iterator[Placed]:
    """The changes of all migrations in their order."""
    schema = DjangoSchema(apps.user)
    by_name = {
        f"{apps.label_of(one.app)}.{one.name}": (facts, one)
        for facts, one in sorted(migrations, key=lambda pair: pair[0].file.path)
    }
    steps, stands_for = _standing(by_name)
    after: dict[str, list[str]] = {
        name: [stands_for.get(n, n) for n in by_name[name][1].after] for name in steps
    }
    for name in steps:
        for later in by_name[name][1].before:
            after.setdefault(stands_for.get(later, later), []).append(name)
    for name in in_order(steps, after):
        facts, migration = by_name[name]
        label = name.partition(".")[0]
        for change in migration.changes:
            for made in schema.changes(label, change):
                yield facts, made


def _standing(by_name: Mapping[str, tuple[Facts, ModelMigration]]) -> tuple[list[str], dict[str, str]]:
    """The migrations that are applied, and which one stands for one that is not."""
    left_out: dict[str, str] = {}
    for name, (_, migration) in by_name.items():
        if not migration.replaces:
            continue
        if all(replaced in by_name for replaced in migration.replaces):
            left_out[name] = migration.replaces[-1]
        else:
            left_out.update(dict.fromkeys(migration.replaces, name))
    return [name for name in by_name if name not in left_out], left_out
