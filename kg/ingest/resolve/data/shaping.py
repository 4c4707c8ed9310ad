"""Changes of the schema applied one after the other: the tables as they are in the end.

In: `TableChange`s in order, each with its place. Out: `Shape`s. A change of a table that no change before
made describes it in part: it may be made elsewhere. Pure; knows no tool.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from kg.ingest.resolve.data.tables import Place, Shape
from kg.schema import data
from kg.schema.data import ForeignKey, TableChange


class Shaping:
    """The tables of one history while its changes are applied."""

    def __init__(self) -> None:
        self._shapes: dict[str, Shape] = {}
        """By lower case key."""

    def shapes(self) -> list[Shape]:
        return list(self._shapes.values())

    def apply(self, change: TableChange, place: Place) -> None:
        """One change; one that makes no sense here (a column that is not there) changes nothing."""
        if change.form in (data.CREATE_TABLE, data.CREATE_VIEW):
            self._create(change, place)
        elif change.form == data.DROP_TABLE:
            self._drop(change)
        elif change.form in _ALTER:
            shape = self._altered(change)
            if shape is not None:
                _ALTER[change.form](self, shape, change)
                shape.places.append(place)

    def _find(self, key: str) -> str:
        """The key it is kept by, with its schema or without."""
        lower = key.lower()
        if lower in self._shapes:
            return lower
        last = lower.rpartition(".")[2]
        fitting = [
            k for k in self._shapes if k.rpartition(".")[2] == last and (k == last or "." not in lower)
        ]
        return fitting[0] if len(fitting) == 1 else ""

    def _create(self, change: TableChange, place: Place) -> None:
        before = self._shapes.get(change.table.lower())
        if before is not None and change.optional and not before.partial:
            before.places.append(place)
            return
        like = self._shapes.get(self._find(change.to)) if change.to else None
        columns = {column.name.lower(): column for column in change.columns}
        self._shapes[change.table.lower()] = Shape(
            change.table,
            change.name,
            columns or (dict(like.columns) if like else {}),
            change.primary_key or (like.primary_key if like else ()),
            list(change.foreign_keys),
            [place],
        )

    def _drop(self, change: TableChange) -> None:
        found = self._find(change.table)
        if found:
            del self._shapes[found]
            for shape in self._shapes.values():
                shape.foreign_keys = [key for key in shape.foreign_keys if key.table.lower() != found]

    def _altered(self, change: TableChange) -> Shape | None:
        found = self._find(change.table)
        if found or change.form in (data.DROP_COLUMN, data.RENAME_TABLE, data.PRIMARY_KEY):
            return self._shapes.get(found)
        shape = Shape(change.table, change.name, partial=True)
        self._shapes[change.table.lower()] = shape
        return shape

    def _rename_table(self, shape: Shape, change: TableChange) -> None:
        old = shape.key.lower()
        schema, dot, _ = shape.key.rpartition(".")
        name = change.to if "." in change.to or not dot else f"{schema}.{change.to}"
        del self._shapes[old]
        shape.key, shape.name = (
            (
                name
                if change.to != change.to.lower() and change.name != change.table.lower()
                else name.lower()
            ),
            name,
        )
        self._shapes[shape.key.lower()] = shape
        for other in self._shapes.values():
            other.foreign_keys = [
                replace(key, table=shape.key) if key.table.lower() == old else key
                for key in other.foreign_keys
            ]

    def _add_columns(self, shape: Shape, change: TableChange) -> None:
        for column in change.columns:
            shape.columns.setdefault(column.name.lower(), column)

    def _drop_columns(self, shape: Shape, change: TableChange) -> None:
        gone = {column.name.lower() for column in change.columns}
        for name in gone:
            shape.columns.pop(name, None)
        shape.primary_key = tuple(name for name in shape.primary_key if name.lower() not in gone)
        shape.foreign_keys = [
            key for key in shape.foreign_keys if not gone & {name.lower() for name in key.columns}
        ]

    def _rename_column(self, shape: Shape, change: TableChange) -> None:
        old, new = change.columns[0].name.lower(), change.to
        shape.columns = {
            (new.lower() if name == old else name): replace(column, name=new) if name == old else column
            for name, column in shape.columns.items()
        }
        shape.primary_key = _renamed(shape.primary_key, old, new)
        shape.foreign_keys = [
            replace(key, columns=_renamed(key.columns, old, new)) for key in shape.foreign_keys
        ]
        for other in self._shapes.values():
            other.foreign_keys = [_pointing(key, shape.key, old, new) for key in other.foreign_keys]

    def _change_columns(self, shape: Shape, change: TableChange) -> None:
        for column in change.columns:
            before = shape.columns.get(column.name.lower())
            if before is not None and column.type:
                shape.columns[column.name.lower()] = replace(before, type=column.type)

    def _primary_key(self, shape: Shape, change: TableChange) -> None:
        shape.primary_key = change.primary_key

    def _foreign_key(self, shape: Shape, change: TableChange) -> None:
        shape.foreign_keys += change.foreign_keys


def _renamed(names: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    return tuple(new if name.lower() == old else name for name in names)


def _pointing(key: ForeignKey, table: str, old: str, new: str) -> ForeignKey:
    return replace(key, to=_renamed(key.to, old, new)) if key.table.lower() == table.lower() else key


_ALTER: Mapping[str, Callable[[Shaping, Shape, TableChange], None]] = {
    data.RENAME_TABLE: Shaping._rename_table,
    data.ADD_COLUMN: Shaping._add_columns,
    data.DROP_COLUMN: Shaping._drop_columns,
    data.RENAME_COLUMN: Shaping._rename_column,
    data.CHANGE_COLUMN: Shaping._change_columns,
    data.PRIMARY_KEY: Shaping._primary_key,
    data.FOREIGN_KEY: Shaping._foreign_key,
}
