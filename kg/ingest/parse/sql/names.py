"""The tables that words alone tell: the names after FROM, JOIN, INTO, UPDATE, USING and TRUNCATE.

For what no grammar reads (bodies of procedures, broken or half dynamic statements) and for JPQL, whose names
are entities. In: words. Out: tables with their access. Function arguments (`EXTRACT(YEAR FROM x)`), clauses
(`FOR UPDATE`) and names that WITH defines are none.
"""

from kg.ingest.parse.sql.mask import is_gap
from kg.ingest.parse.sql.words import SIGN, Reader, Word
from kg.schema.data import READ, WRITE, SqlTable

_NO_TABLES = frozenset(
    ("dual", "sysdummy1", "inserted", "deleted", "new", "old", "excluded", "stdin", "stdout")
)
_SYSTEM = ("information_schema.", "pg_catalog.", "sys.", "sysibm.", "performance_schema.", "sqlite_", "pg_")
_NO_UPDATE = frozenset(("FOR", "ON", "KEY", "BEFORE", "AFTER", "OR", "DO", "OF", "NO"))
_INTO = frozenset(("INSERT", "MERGE", "REPLACE", "IGNORE", "OVERWRITE", "DELAYED", "LOW_PRIORITY"))
_NO_ALIAS = frozenset((
    "WHERE", "SET", "ON", "JOIN", "LEFT", "RIGHT", "INNER", "OUTER", "FULL", "CROSS", "NATURAL", "ORDER", "GROUP",
    "HAVING", "UNION", "LIMIT", "OFFSET", "FETCH", "FOR", "USING", "VALUES", "SELECT", "WITH", "WHEN", "EXCEPT",
    "INTERSECT", "MINUS", "RETURNING", "AND", "OR", "INTO", "FROM", "LOOP", "THEN", "END",
))  # fmt: skip
_BEFORE_NAME = frozenset(("FETCH", "LATERAL", "ONLY", "TABLE", "TREAT"))


def is_no_table(key: str) -> bool:
    """What stands where a table does and is none of the repository's: `dual`, catalogues, variables."""
    return key.rpartition(".")[2].lower() in _NO_TABLES or key.lower().startswith(_SYSTEM) or key[:1] in "@#:"


def named_tables(found: list[Word]) -> tuple[SqlTable, ...]:
    """The tables of SQL words, in order of appearance."""
    names = _Names(found)
    names.read()
    ctes = names.ctes
    kept = [(path, key, access) for path, key, access in names.found if key.lower() not in ctes]
    return tuple(
        SqlTable(key, path, access)
        for path, key, access in dict.fromkeys(kept)
        if not is_no_table(key) and not is_gap(key)
    )


def named_entities(found: list[Word]) -> tuple[SqlTable, ...]:
    """The entities of JPQL words: their names as written, and `Order.items` for a join along an attribute."""
    names = _Names(found)
    names.read()
    tables = []
    for path, _, access in dict.fromkeys(names.found):
        first, dot, rest = path.partition(".")
        name = f"{names.aliases[first.lower()]}.{rest}" if dot and first.lower() in names.aliases else path
        if not is_gap(name):
            tables.append(SqlTable(name, name, access))
    return tuple(dict.fromkeys(tables))


class _Names:
    """One pass over the words."""

    def __init__(self, found: list[Word]) -> None:
        self._reader = Reader(found)
        self.found: list[tuple[str, str, str]] = []
        """As written, key, access."""
        self.aliases: dict[str, str] = {}
        self.ctes: set[str] = set()
        self._calls: list[bool] = []
        """For each open parenthesis whether it is that of a function's arguments."""

    def read(self) -> None:
        reader = self._reader
        while not reader.done:
            before, word = reader.peek(-1) if reader.at else Reader._END, reader.next()
            self._parenthesis(before, word)
            if word.upper == "AS" and reader.peek().text == "(" and before.is_name:
                self.ctes.add(before.text.lower())
            elif word.upper == "FROM":
                self._from(before)
            elif word.upper == "JOIN" or (word.upper == "USING" and not self._in_call()):
                self._table(READ)
            elif word.upper == "INTO" and before.upper in _INTO:
                self._table(WRITE)
            elif word.upper == "TRUNCATE" or (word.upper == "UPDATE" and before.upper not in _NO_UPDATE):
                if reader.peek().upper not in ("SET", "OF", "ON"):
                    self._table(WRITE)
            elif word.upper == "DELETE" and before.upper not in _NO_UPDATE:
                self._delete()

    def _parenthesis(self, before: Word, word: Word) -> None:
        if word.form == SIGN and word.text == "(":
            query = self._reader.peek().upper in ("SELECT", "WITH", "FROM")
            self._calls.append(before.is_name and before.upper not in _NO_ALIAS and not query)
        elif word.form == SIGN and word.text == ")" and self._calls:
            self._calls.pop()

    def _in_call(self) -> bool:
        """Whether the words around are arguments: `EXTRACT(YEAR FROM x)`, `CONVERT(x USING utf8)`."""
        return bool(self._calls) and self._calls[-1]

    def _from(self, before: Word) -> None:
        if before.upper == "DISTINCT" or self._in_call():
            return
        self._table(WRITE if before.upper == "DELETE" else READ)
        while self._reader.sign(","):
            self._table(READ)

    def _delete(self) -> None:
        """`DELETE Order o` of JPQL; `DELETE a FROM orders a` names what follows."""
        if self._is_name():
            ahead = [self._reader.peek(i).upper for i in range(1, 4)]
            if "FROM" not in ahead:
                self._table(WRITE)

    def _table(self, access: str) -> None:
        reader = self._reader
        while reader.peek().upper in _BEFORE_NAME:
            reader.at += 1
        if reader.peek().upper == "IN" and reader.peek(1).text == "(":  # JPQL: FROM Order o, IN (o.items) i
            reader.at += 2
            self._named(access)
            reader.sign(")")
        elif self._is_name():
            self._named(access)
        else:
            return
        reader.take("AS")
        if reader.peek().is_name and reader.peek().upper not in _NO_ALIAS:
            self.aliases[reader.peek().text.lower()] = self._last
            reader.at += 1

    def _is_name(self) -> bool:
        """`Order` is a keyword in `ORDER BY` only."""
        word = self._reader.peek()
        clause = word.upper in ("ORDER", "GROUP") and self._reader.peek(1).upper == "BY"
        return (
            word.is_name and not clause and (word.upper in ("ORDER", "GROUP") or word.upper not in _NO_ALIAS)
        )

    def _named(self, access: str) -> None:
        key, path = self._reader.path()
        self._last = path
        if self._reader.peek().text != "(" or access == WRITE:  # what is called is a table function
            self.found.append((path, key, access))
            first, dot, rest = path.partition(".")
            if dot and first.lower() in self.aliases:
                self._last = f"{self.aliases[first.lower()]}.{rest}"
