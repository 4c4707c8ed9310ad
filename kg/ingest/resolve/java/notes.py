"""Which classes a file looks into while it is resolved: what it must be resolved again for.

Every klass of source carries the `Notes` of its world. The functions of `types` that look into a class
(`lineage`, `find_methods`, …) note it first, before an answer that is remembered; names that a file
looks up are noted by the file itself. A new function that remembers something of a class does the same.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.ingest.resolve.java.types import Klass


class Notes:
    """Where it is noted now: in the set of the file whose names or bodies are being read."""

    __slots__ = ("seen",)

    def __init__(self) -> None:
        self.seen: set[Klass] = set()

    def into(self, seen: "set[Klass]") -> "_Meanwhile":
        """What is looked into meanwhile is noted there, whoever asked."""
        return _Meanwhile(self, seen)


class _Meanwhile:
    """A generator would take three times as long, and every name that is looked up takes one."""

    __slots__ = ("before", "notes", "seen")

    def __init__(self, notes: Notes, seen: "set[Klass]") -> None:
        self.notes = notes
        self.seen = seen

    def __enter__(self) -> None:
        self.before, self.notes.seen = self.notes.seen, self.seen

    def __exit__(self, *_: object) -> None:
        self.notes.seen = self.before
