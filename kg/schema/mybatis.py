"""What a MyBatis mapper file says to the resolver: its statements and fragments, by namespace and id.

Records only; knows no XML and no database.
"""

import re
from dataclasses import dataclass

from kg.schema.ids import Uid
from kg.schema.quick import quick_pickle


@quick_pickle
@dataclass(frozen=True, slots=True)
class MapperStatement:
    """A `<select>`, `<insert>`, `<update>`, `<delete>` or `<sql>` of a mapper file."""

    uid: Uid
    """Of its Statement artifact."""
    path: str
    """Of the mapper file."""
    namespace: str
    name: str
    """Its id."""
    fragment: bool
    """`<sql>`: a part of statements, which nobody executes."""
    dialect: str = ""
    """The database that it is for, where the file or `databaseId` says so."""
    includes: tuple[str, ...] = ()
    """Fragments that it includes itself, `namespace.id`, in the order of appearance."""
    result: str = ""
    """The `<resultMap>` that it fills, by namespace and id."""
    sql: str = ""
    """Text that can be parsed, where only other files can complete it: `<include namespace.id>` stands for
    what they have. Of a fragment always."""


@quick_pickle
@dataclass(frozen=True, slots=True)
class MapperResult:
    """A `<resultMap>`, as far as filling it runs more statements."""

    name: str
    """By namespace and id."""
    selects: tuple[str, ...]
    """Statements that fill a part of it."""
    maps: tuple[str, ...]
    """Other results that it extends or holds."""


FOREIGN = re.compile(r"<include ([^>]*)>")
"""What `foreign_mark` leaves in a text."""


def foreign_mark(name: str) -> str:
    """What stands in the text of a statement for a fragment of another file."""
    return f"<include {name}>"
