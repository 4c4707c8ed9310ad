"""The shape of a database, as migrations say it or as it is, and how two of them differ. Knows no database."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableShape:
    """A table, a view, and what is known of it."""

    name: str
    """As written; with its schema where that is written."""
    columns: tuple[tuple[str, str], ...] = ()
    """Name and type, in order; an empty type is not known."""
    primary_key: tuple[str, ...] = ()
    foreign_keys: tuple[str, ...] = ()
    """`customer_id -> customers`; of several columns `a, b -> customers`."""
    is_view: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as the migrations have it; an empty side has nothing."""

    table: str
    what: str
    """`table`, `column total`, `type of total`, `primary key`, `foreign key`."""
    migrations: str
    live: str


@dataclass(frozen=True, slots=True)
class Drift:
    """How a live database differs from the migrations of a repository."""

    differences: tuple[Difference, ...]
    compared: int
    """Tables that both have."""
    types_unknown: int = 0
    """Columns whose type one side does not say in words that kg knows: they are not compared."""
