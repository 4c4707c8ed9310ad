"""What one SELECT, INSERT, UPDATE, DELETE or MERGE reads and writes, from the parser library's tree.

In: a masked text and its dialect. Out: the tables, each with its access and the columns that are surely its
own; nothing where no grammar reads the text. This is the only file that knows the parser library, and it
is imported at the first such statement of a process: it takes a third of a second.
"""

import logging
from collections import defaultdict
from typing import TypeVar

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from kg.ingest.parse.sql.mask import is_gap
from kg.ingest.parse.sql.names import is_no_table
from kg.schema.data import READ, WRITE, SqlTable

logging.getLogger("sqlglot").setLevel(logging.CRITICAL)  # what it falls back from is told by its tree

E = TypeVar("E", bound=exp.Expr)

_OTHERS = ("", "mysql", "postgres", "oracle", "tsql")
"""Tried after the dialect that is guessed: a guess may be wrong, and a text may mix."""
_SCOPES = (exp.Select, exp.Update, exp.Delete, exp.Insert, exp.Merge)


def queried(text: str, dialect: str) -> tuple[SqlTable, ...] | None:
    """The tables of a statement in order of appearance, or None where nothing reads it."""
    tree = _tree(text, dialect)
    return None if tree is None else _Reading(tree).tables()


def selected(text: str, dialect: str) -> tuple[str, ...]:
    """The names of the columns that a query gives, where all of them are plain."""
    tree = _tree(text, dialect)
    names: list[str] = tree.named_selects if isinstance(tree, exp.Query) else []
    return () if "*" in names or "" in names else tuple(names)


def _tree(text: str, dialect: str) -> exp.Expr | None:
    for tried in dict.fromkeys((dialect, *_OTHERS)):
        try:
            tree = sqlglot.parse_one(text, dialect=tried or None)
        except (SqlglotError, RecursionError, ValueError, AttributeError, TypeError, IndexError, KeyError):
            continue
        if isinstance(tree, (*_SCOPES, exp.Query, exp.TruncateTable, exp.Copy)):
            return tree
    return None


class _Reading:
    """The tables and columns of one tree."""

    def __init__(self, tree: exp.Expr) -> None:
        self._nodes = list(tree.walk(bfs=False))
        """As they are written; walked once, as a walk is what costs."""
        self._withs = self._all(exp.With)
        self._found: dict[tuple[str, str], str] = {}
        self._columns: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        self._sources: dict[int, dict[str, tuple[str, str] | None]] = defaultdict(dict)

    def _all(self, *kinds: type[E]) -> list[E]:
        return [node for node in self._nodes if isinstance(node, kinds)]

    def tables(self) -> tuple[SqlTable, ...]:
        written = self._written()
        for table in self._all(exp.Table):
            self._add(table, WRITE if id(table) in written else READ)
        self._derived()
        self._written_columns()
        for column in self._all(exp.Column):
            self._place(column)
        return tuple(
            SqlTable(key, name, access, tuple(self._columns[key, access]))
            for (key, access), name in self._found.items()
        )

    def _written(self) -> set[int]:
        """The nodes of tables that are written to."""
        found: set[int] = set()
        for node in self._all(exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.TruncateTable, exp.Copy):
            if isinstance(node, exp.Delete) and node.args.get("tables"):
                found |= self._deleted(node)
            elif isinstance(node, exp.TruncateTable):
                found |= {id(each) for each in node.expressions}
            else:
                this = node.this.this if isinstance(node.this, exp.Schema) else node.this
                found.add(id(this))
        for into in self._all(exp.Into):
            found.add(id(into.this))
        return found

    def _deleted(self, node: exp.Delete) -> set[int]:
        """`DELETE a FROM orders a JOIN …`: `a` names one of the tables that follow."""
        if not isinstance(node.this, exp.Expression):  # a sentence, `delete it from there`
            return set()
        named = {each.name.lower() for each in node.args["tables"]}
        around = [t for t in node.this.find_all(exp.Table) if (t.alias_or_name).lower() in named]
        for each in node.args["tables"]:
            each.set("this", exp.to_identifier("dual"))
        return {id(table) for table in around}

    def _add(self, table: exp.Table, access: str) -> None:
        scope = self._sources[id(_scope(table))]
        alias = table.alias_or_name.lower()
        if not isinstance(table.this, exp.Identifier):
            scope[alias] = None
            return
        parts = [part for part in table.parts if isinstance(part, exp.Identifier)]
        key = ".".join(part.name if part.quoted else part.name.lower() for part in parts)
        if is_no_table(key) or is_gap(key) or self._is_cte(table):
            scope.setdefault(alias, None)
            return
        self._found.setdefault((key, access), ".".join(part.name for part in parts))
        scope[alias] = (key, access)

    def _is_cte(self, table: exp.Table) -> bool:
        """Whether a name is that of a WITH around it; inside its own definition it is the table."""
        if len(table.parts) > 1:
            return False
        name = table.name.lower()
        for around in self._withs:
            for cte in around.expressions:
                inside = cte is table.find_ancestor(exp.CTE)
                if cte.alias.lower() == name and (not inside or around.args.get("recursive")):
                    return True
        return False

    def _derived(self) -> None:
        for node in self._all(exp.Subquery, exp.Unnest, exp.Lateral, exp.Values):
            if node.alias and isinstance(node.parent, exp.From | exp.Join):
                self._sources[id(_scope(node))].setdefault(node.alias.lower(), None)

    def _written_columns(self) -> None:
        for insert in self._all(exp.Insert):
            if isinstance(insert.this, exp.Schema):
                source = self._sources[id(insert)].get(insert.this.this.alias_or_name.lower())
                for each in insert.this.expressions:
                    if source and not is_gap(each.name):
                        self._columns[source][each.name] = None

    def _place(self, column: exp.Column) -> None:
        """A column belongs to the table that its qualifier names, else to the only one there is."""
        if isinstance(column.this, exp.Star) and not column.table:
            return
        name = "*" if isinstance(column.this, exp.Star) else column.name
        scope = _scope(column)
        if is_gap(name) or not name:
            return
        if column.table:
            source = self._qualified(column.table.lower(), scope)
        else:
            sources = self._sources[id(scope)]
            source = next(iter(sources.values())) if len(sources) == 1 else None
            if isinstance(scope, exp.Select) and _is_alias(name, column, scope):
                return
        if source:
            self._columns[source][name] = None

    def _qualified(self, qualifier: str, scope: exp.Expr | None) -> tuple[str, str] | None:
        while scope is not None:
            sources = self._sources[id(scope)]
            if qualifier in sources:
                return sources[qualifier]
            scope = _scope(scope)
        return None


def _is_alias(name: str, column: exp.Column, scope: exp.Select) -> bool:
    """Whether ORDER BY, GROUP BY or HAVING name what the SELECT calls so."""
    if column.find_ancestor(exp.Order, exp.Group, exp.Having) is None:
        return False
    return name.lower() in {each.alias.lower() for each in scope.expressions if isinstance(each, exp.Alias)}


def _scope(node: exp.Expr) -> exp.Expr | None:
    found: exp.Expr | None = node.find_ancestor(*_SCOPES)
    return found
