"""What code says of stored data: statements, what they touch, and what changes the shape of tables.

The readers of SQL, of mappers, of migrations and of models leave these records in `Facts.found`, or use
them on their way; `kg.ingest.resolve.data` makes Tables and QUERIES of them. A name has two forms: `name`
as written without its quotes, `key` what it is compared by (lower case unless quoted). Knows no dialect.
"""

from dataclasses import dataclass

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle

READ = "read"
WRITE = "write"

CREATE_TABLE = "create_table"
CREATE_VIEW = "create_view"
DROP_TABLE = "drop_table"
RENAME_TABLE = "rename_table"
ADD_COLUMN = "add_column"
DROP_COLUMN = "drop_column"
RENAME_COLUMN = "rename_column"
CHANGE_COLUMN = "change_column"
PRIMARY_KEY = "primary_key"
FOREIGN_KEY = "foreign_key"


@quick_pickle
@dataclass(frozen=True, slots=True)
class SqlTable:
    """A table that a statement touches; of a JPQL statement an entity, or `Order.items` for a join along
    an attribute of an entity."""

    key: str
    name: str
    access: str
    """`read` or `write`. A table that one statement does both to is there twice."""
    columns: tuple[str, ...] = ()
    """Those that are surely its own, in order; `*` for all."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class Column:
    """A column as it is declared."""

    name: str
    type: str = ""
    """`varchar(255)`, `BIGINT`; empty where the declaration does not say."""

    def __str__(self) -> str:
        return f"{self.name} {self.type}".rstrip()


@quick_pickle
@dataclass(frozen=True, slots=True)
class ForeignKey:
    """Columns of a table that name a row of another one."""

    columns: tuple[str, ...]
    table: str
    """The key of the other table."""
    to: tuple[str, ...] = ()
    """The columns there; empty for its primary key."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class TableChange:
    """One change of the shape of the database, whatever tool writes it down."""

    form: str
    """One of the words above: `create_table`, `add_column`, …"""
    table: str
    """The key of the table."""
    name: str
    """The table as written."""
    columns: tuple[Column, ...] = ()
    primary_key: tuple[str, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    to: str = ""
    """The new name of what is renamed (as written); for `create_table` the table that it is made like."""
    start_line: int = 0
    end_line: int = 0
    """In the file, 1-based; 0 where the text has no file of its own."""
    optional: bool = False
    """`IF NOT EXISTS` / `IF EXISTS`: nothing happens to a table that is (not) there."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class SqlStatement:
    """One statement of a text."""

    form: str
    """`select`, `insert`, `update`, `delete`, `merge`, `truncate`, `create_table`, `alter_table`,
    `drop_table`, `rename_table`, `create_view`, `create_procedure`, …, or its first word."""
    text: str
    start_line: int
    """In the text that was read, 1-based."""
    end_line: int
    tables: tuple[SqlTable, ...] = ()
    changes: tuple[TableChange, ...] = ()
    parsed: bool = True
    """False where the grammar gave up and only the words after FROM, JOIN, INTO, … told the tables."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class FileStatement:
    """A statement that is an artifact of its own, with what it touches; in `Facts.found`."""

    uid: Uid
    tables: tuple[SqlTable, ...]
    parsed: bool = True


@quick_pickle
@dataclass(frozen=True, slots=True)
class SqlText:
    """A text of code that is SQL, with what it touches; in `Facts.found`."""

    text: str
    """As `World.texts` gives it, with `{}` for a gap."""
    tables: tuple[SqlTable, ...]
    parsed: bool = True


@quick_pickle
@dataclass(frozen=True, slots=True)
class Migration:
    """What a file does to the schema, in `Facts.found`."""

    system: str
    """`flyway`, `numbered`, `alembic`, `sql` (a script that stands alone), `undo`."""
    history: str
    """Migrations of one history are applied one after the other: a folder, a file."""
    version: str
    """What they are ordered by: `1.2`, a revision."""
    changes: tuple[TableChange, ...] = ()
    after: tuple[str, ...] = ()
    """Versions that come before it, where the tool says so."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class Include:
    """A change log takes in another one, or all of a folder."""

    path: str
    relative: bool
    """To the file; else somewhere on the class path."""
    folder: bool = False


@quick_pickle
@dataclass(frozen=True, slots=True)
class ChangeLog:
    """A change log of Liquibase, in `Facts.found`: changes and included logs in order."""

    items: tuple[TableChange | Include, ...]
