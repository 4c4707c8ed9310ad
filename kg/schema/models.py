"""Models of Python's object-relational mappers, as their classes and migrations write them.

Readers leave these in `Facts.found`; which model is which table is decided in `kg.ingest.resolve.data`, where
other files, apps and base classes are known.
"""

from dataclasses import dataclass

from kg.schema.data import TableChange
from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle


@quick_pickle
@dataclass(frozen=True, slots=True)
class ModelField:
    """One attribute of a model that is declared with a call."""

    name: str
    type: str
    """The last part of what is called, with its length: `CharField(100)`, `ForeignKey`, `Integer`."""
    column: str = ""
    """Its column where the declaration names it."""
    to: str = ""
    """As written: the model that it leads to (`Order`, `shop.Order`, `self`), or `table.column`."""
    through: str = ""
    """The model between two sides that are many."""
    primary: bool = False
    table: str = ""
    """The table between two sides, where it is named."""
    related: str = ""
    """What the other side calls the rows that lead to it; it ends in `+` where it calls them nothing."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class Model:
    """A class that may be mapped to a table."""

    uid: Uid
    """The Class."""
    name: str
    qualified_name: str
    bases: tuple[str, ...]
    """As written."""
    fields: tuple[ModelField, ...]
    options: tuple[tuple[str, str], ...]
    """Of its Meta, and names it gives itself: `db_table`, `app_label`, `abstract`, `__tablename__`, …"""
    start_line: int
    end_line: int

    def option(self, name: str) -> str:
        return next((value for key, value in self.options if key == name), "")


@quick_pickle
@dataclass(frozen=True, slots=True)
class ModelChange:
    """One operation of a migration of Django."""

    form: str
    """`CreateModel`, `AddField`, …, `RunSQL`."""
    model: str = ""
    name: str = ""
    """Of the field; of a model that is renamed the new name; of a proxy the model it stands for."""
    to: str = ""
    """The new name of a field, or the new table."""
    fields: tuple[ModelField, ...] = ()
    state: str = ""
    """`state` where only Django's view of the models changes, `database` where only the tables do."""
    sql: tuple[TableChange, ...] = ()
    virtual: bool = False
    """A model that stands for no table of its own: a proxy, an abstract one."""
    start_line: int = 0
    end_line: int = 0


@quick_pickle
@dataclass(frozen=True, slots=True)
class ModelMigration:
    """One migration of Django."""

    app: str
    """The folder of its app: `shop/orders`."""
    name: str
    """`0002_total`."""
    after: tuple[str, ...]
    """`app.name`, by the labels of apps."""
    before: tuple[str, ...]
    replaces: tuple[str, ...]
    changes: tuple[ModelChange, ...]
