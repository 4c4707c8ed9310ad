"""The SQL database of an installation: an SQLite file, or Postgres, by one URL.

In: the URL. Out: `Records`, on which each kind of record has its own file (`embeddings` now; jobs,
holds and questions later). Statements are SQLAlchemy Core and run in a thread, since SQLite blocks.
"""

import asyncio
import importlib
import pkgutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, SQLAlchemyError

from kg.errors import RecordsError, RecordsUnavailable, SettingsError

T = TypeVar("T")
Insert = postgresql.Insert | sqlite.Insert
tables = sa.MetaData()
"""Every table of kg.records registers here; `open_records` makes those that are missing."""

_BUSY_SECONDS = 30.0
_AGAIN_SECONDS = 0.01
_MAKING = 0x6B67
"""The number of the lock that Postgres gives to who makes tables."""


def insert_in(dialect: str, table: sa.Table) -> Insert:
    """`Records.insert`, inside of a transaction that knows its dialect alone."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


class Records:
    """An open database; made by `open_records`."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    @property
    def dialect(self) -> str:
        return self._engine.dialect.name

    def insert(self, table: sa.Table) -> Insert:
        """An insert that can say what is to be done with a row that is there already."""
        return insert_in(self.dialect, table)

    async def run(self, what: str, work: Callable[[sa.Connection], T]) -> T:
        """`work` in one transaction; `what` says in an error what was being done."""

        def locked() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        try:
            return await asyncio.to_thread(locked)
        except OperationalError as error:
            # The driver's message holds no values; SQLAlchemy's own text repeats the parameters.
            raise RecordsUnavailable(f"records: {what} failed: {error.orig}") from None
        except SQLAlchemyError as error:
            raise RecordsError(f"records: {what} failed: {type(error).__name__}") from None

    async def compact(self) -> bool:
        """Write the file anew, without the pages of deleted rows, and empty its log; True when that was done
        here. Postgres cleans up by itself, later."""

        def vacuum() -> None:
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(sa.text("VACUUM"))
                connection.execute(sa.text("PRAGMA wal_checkpoint(TRUNCATE)"))

        if self.dialect != "sqlite":
            return False
        await asyncio.to_thread(vacuum)
        return True


@asynccontextmanager
async def open_records(url: str) -> AsyncIterator[Records]:
    """The database, with its tables; `sqlite:///path/to/kg.db` makes the file and its folder."""
    _know_every_table()
    engine = _engine(url)
    records = Records(engine)
    try:
        await records.run("making the tables", _make_tables)
        yield records
    finally:
        await asyncio.to_thread(engine.dispose)


def _know_every_table() -> None:
    """Each is declared in its own module of this room: all are made, whichever command is the first."""
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"kg.records.{module.name}")


def _make_tables(connection: sa.Connection) -> None:
    """Those that are missing; programs that start at the same time do it one after the other."""
    if tables.tables.keys() <= set(sa.inspect(connection).get_table_names()):
        return  # the usual start: no lock is waited for
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # else the look and the making are two transactions
    else:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MAKING)))
    tables.create_all(connection)


def _engine(url: str) -> sa.Engine:
    try:
        parsed = sa.make_url(url)
        if parsed.get_backend_name() != "sqlite":
            return sa.create_engine(parsed, pool_pre_ping=True, hide_parameters=True)
        if parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(parsed, connect_args={"timeout": _BUSY_SECONDS}, hide_parameters=True)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise SettingsError(
            f"records: the records URL cannot be used ({type(error).__name__});"
            " write sqlite:///path/to/kg.db, or postgresql+psycopg://… with psycopg installed"
        ) from None
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
    """Readers and one writer at a time, also from several processes; a lost cache entry after a power
    cut is no loss."""
    cursor = connection.cursor()
    _use_wal(cursor)
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _use_wal(cursor: sa.engine.interfaces.DBAPICursor) -> None:
    """A new file changes its mode once, and for that SQLite waits for nobody, whatever its timeout."""
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(_AGAIN_SECONDS)
