"""What SQL in texts of code touches: read when its file was parsed, else by its words.

A text that comes together from constants of several files was not read as a whole before; its tables are
then told by the words after FROM, JOIN, INTO, …, and less sure. Pure.
"""

from kg.ingest.parse.sql import is_sql, tables_by_words
from kg.ingest.resolve.world import World
from kg.schema.data import SqlText


class SqlTexts:
    """The SQL texts of a repository."""

    def __init__(self, world: World) -> None:
        self._read = {record.text: record for _, record in world.found(SqlText)}

    def known(self, text: str) -> SqlText | None:
        """What was read of a text when its file was parsed."""
        return self._read.get(text)

    def of(self, text: str) -> SqlText | None:
        """What a text touches, or None where it is no SQL."""
        known = self._read.get(text)
        if known is None and is_sql(text):
            known = self._read[text] = SqlText(text, tables_by_words(text), parsed=False)
        return known
