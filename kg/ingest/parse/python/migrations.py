"""Migrations among Python files: recognised by a word of their text, read by the reader of their tool."""

import ast

from kg.ingest.parse.unit import Unit
from kg.schema.data import Migration
from kg.schema.facts import Problem
from kg.schema.models import ModelMigration


def migrations(unit: Unit) -> tuple[tuple[Migration | ModelMigration, ...], tuple[Problem, ...]]:
    """The record of a migration, or why there is none; nothing for any other file."""
    is_django = "migrations.Migration" in unit.text and "/migrations/" in f"/{unit.path}"
    if not is_django and not ("down_revision" in unit.text and "upgrade" in unit.text):
        return (), ()
    try:
        module = ast.parse(unit.text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 0) or 0
        return (), (Problem(line, "a migration that is no Python: not applied"),)
    record = _django(unit, module) if is_django else _alembic(unit, module)
    return ((record,) if record is not None else ()), ()


def _django(unit: Unit, module: ast.Module) -> ModelMigration | None:
    from kg.ingest.parse.python.django_migrations import django_migration

    return django_migration(unit, module)


def _alembic(unit: Unit, module: ast.Module) -> Migration | None:
    from kg.ingest.parse.python.alembic_migrations import alembic_migration

    return alembic_migration(unit, module)
