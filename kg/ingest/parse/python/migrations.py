"""Migrations among Python files: recognised by a word of their text, read by the reader of their tool."""

from typing import Any

from kg.ingest.parse.unit import Unit
from kg.schema.facts import Problem

Found = tuple[tuple[Any, ...], tuple[Problem, ...]]


def migrations(unit: Unit) -> Found:
    """The records of a migration; nothing for any other file."""
    if "migrations.Migration" in unit.text and "/migrations/" in f"/{unit.path}":
        from kg.ingest.parse.python.django_migrations import django_migration

        return _found(*django_migration(unit))
    if "down_revision" in unit.text and "upgrade" in unit.text:
        from kg.ingest.parse.python.alembic_migrations import alembic_migration

        return _found(*alembic_migration(unit))
    return (), ()


def _found(record: Any, problems: tuple[Problem, ...]) -> Found:
    return ((record,) if record is not None else ()), problems
