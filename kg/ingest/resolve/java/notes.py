"""Which classes a file looks into while it is resolved: what it must be resolved again for.

Every klass of source carries the `Notes` of its world. The functions of `types` that look into a class
(`lineage`, `find_methods`, …) note it first, before an answer that is remembered; names that a file
looks up are noted by the file itself. A new function that remembers something of a class does the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.ingest.resolve.java.types import Klass


class Notes:
    """Where it is noted now: in the set of the file whose names or bodies are being read."""

    __slots__ = ("seen",)

    def __init__(self) -> None:
        self.seen: set[Klass] = set()

    @contextmanager
    def into(self, seen: "set[Klass]") -> Iterator[None]:
        """What is looked into meanwhile is noted there, whoever asked."""
        before, self.seen = self.seen, seen
        try:
            yield
        finally:
            self.seen = before
