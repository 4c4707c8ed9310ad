"""The shape of a live database: its tables, columns, types and keys. Nothing of the rows is read.

In: a URL of SQLAlchemy, with its login. Out: `TableShape`s of one schema. Only the catalogue is asked, in a
transaction that may not write where the database has such a thing. Errors never hold the URL.
"""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from kg.errors import SettingsError, SourceError, SourceUnavailable
from kg.schema.drift import TableShape

CONNECT_SECONDS = 10


def read_live(url: str, schema: str = "") -> tuple[TableShape, ...]:
    """The tables and views of a schema (empty: the default one)."""
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection = connection.execution_options(postgresql_readonly=True)
            inspector = sa.inspect(connection)
            if schema and schema not in inspector.get_schema_names():
                raise SourceError(f"schema: the database has no schema {schema}")
            return tuple(_tables(inspector, engine, schema or None))
    except sa.exc.OperationalError as error:
        raise SourceUnavailable(f"schema: the database cannot be reached ({_kind(error)})") from None
    except SQLAlchemyError as error:
        raise SourceError(f"schema: the database cannot be read ({_kind(error)})") from None
    finally:
        engine.dispose()


def _engine(url: str) -> sa.Engine:
    try:
        parsed = sa.make_url(url)
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        name = parsed.get_backend_name()
        if name == "sqlite":  # without mode=ro a file that is not there would be made
            parsed = sa.make_url(f"sqlite:///file:{parsed.database}?mode=ro&uri=true")
        more = {"connect_timeout": CONNECT_SECONDS} if name == "postgresql" else {}
        return sa.create_engine(parsed, connect_args=more, hide_parameters=True, poolclass=sa.NullPool)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise SettingsError(
            f"schema: the URL cannot be used ({type(error).__name__}); write postgresql://USER@HOST/NAME or"
            " sqlite:////path/to.db; other databases need their driver installed"
        ) from None


def _tables(inspector: sa.Inspector, engine: sa.Engine, schema: str | None) -> Iterator[TableShape]:
    for name in sorted(inspector.get_table_names(schema)):
        columns = tuple(
            (str(column["name"]), _type(column["type"], engine))
            for column in inspector.get_columns(name, schema)
        )
        key = tuple(inspector.get_pk_constraint(name, schema)["constrained_columns"])
        foreign = tuple(
            f"{', '.join(each['constrained_columns'])} -> {each['referred_table']}"
            for each in inspector.get_foreign_keys(name, schema)
        )
        yield TableShape(name, columns, key, foreign)
    for name in sorted(inspector.get_view_names(schema)):
        yield TableShape(name, is_view=True)


def _type(found: Any, engine: sa.Engine) -> str:
    try:
        return str(found.compile(dialect=engine.dialect))
    except SQLAlchemyError:  # a type that SQLAlchemy does not know
        return ""


def _kind(error: SQLAlchemyError) -> str:
    return type(getattr(error, "orig", None) or error).__name__
