"""SQL that code writes down and hands on, as its readers leave it in `Facts.found`. Records only."""

from dataclasses import dataclass

from kg.schema.data import SqlTable
from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle


@quick_pickle
@dataclass(frozen=True, slots=True)
class WrittenSql:
    """A method writes a statement down and gives it to nobody that is known."""

    source: Uid
    line: int
    """Relative to the first line of the source."""
    tables: tuple[SqlTable, ...]
