"""Change logs of Liquibase, in XML, YAML and JSON -> changes of the schema and included logs, in order.

In: a Unit and its loaded document. Out: one `ChangeLog`. The formats say the same things as attributes and
elements or as keys; both become one kind of node first. What a change set does when it is rolled back is
passed over; a precondition makes its changes optional.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from kg.ingest.parse.readers import NOTHING, Said
from kg.ingest.parse.sql.dialects import dialect_of
from kg.ingest.parse.sql.read import read_sql
from kg.ingest.parse.tree import Branch, Documents, Leaf, Series, Tree
from kg.ingest.parse.unit import Unit
from kg.ingest.parse.xml import Document, Element
from kg.schema import data
from kg.schema.data import ChangeLog, Column, ForeignKey, Include, TableChange
from kg.schema.facts import Problem

_ROOT = "databaseChangeLog"


@dataclass(frozen=True, slots=True)
class _Node:
    """An element of XML, or a mapping."""

    name: str
    given: Mapping[str, str]
    inside: tuple["_Node", ...]
    text: str
    line: int
    end_line: int

    def get(self, *names: str) -> str:
        return next((self.given[name] for name in names if self.given.get(name)), "")

    def all(self, name: str) -> Iterator["_Node"]:
        return (node for node in self.inside if node.name == name)


def read_xml_log(unit: Unit, document: Document) -> Said:
    """A log in XML."""
    root = document.root
    return _said(unit, _of_element(root)) if root.name == _ROOT else NOTHING


def read_tree_log(unit: Unit, document: Documents) -> Said:
    """A log in YAML or JSON."""
    root = next((tree.get(_ROOT) for tree in document.branches if tree.has(_ROOT)), None)
    return _said(unit, _of_tree(_ROOT, root)) if root is not None else NOTHING


def _said(unit: Unit, root: _Node) -> Said:
    items: list[TableChange | Include] = []
    problems: list[Problem] = []
    for node in root.inside:
        unit.check()
        if node.name in ("include", "includeAll"):
            items += _include(node)
        elif node.name in ("changeSet", "changeset"):
            for change in _changes(node):
                try:
                    items += _read(unit, change, node)
                except (KeyError, ValueError) as error:
                    problems.append(Problem(change.line, f"{change.name} is not understood ({error})"))
    return Said(found=(ChangeLog(tuple(items)),), problems=tuple(problems))


def _of_element(element: Element) -> _Node:
    inside = tuple(_of_element(each) for each in element.elements)
    text = "" if inside else element.text
    return _Node(element.name, dict(element.attributes), inside, text, element.line, element.end_line)


def _of_tree(name: str, tree: Tree) -> _Node:
    if isinstance(tree, Leaf):
        return _Node(name, {}, (), tree.text, tree.line, tree.end_line)
    if isinstance(tree, Series):
        return _Node(name, {}, tuple(_of_items(name, tree)), "", tree.line, tree.end_line)
    given = {pair.key: pair.value.text for pair in tree.pairs if isinstance(pair.value, Leaf)}
    inside: list[_Node] = []
    for pair in tree.pairs:
        if isinstance(pair.value, Series):
            inside += _of_items(pair.key, pair.value)
        elif isinstance(pair.value, Branch):
            inside.append(_of_tree(pair.key, pair.value))
    return _Node(name, given, tuple(inside), "", tree.line, tree.end_line)


def _of_items(name: str, series: Series) -> Iterator[_Node]:
    """`- createTable: {…}` is a node of that name."""
    for item in series.items:
        if isinstance(item, Branch) and len(item.pairs) == 1 and not isinstance(item.pairs[0].value, Leaf):
            node = _of_tree(item.pairs[0].key, item.pairs[0].value)
            yield replace(node, line=item.line)
        else:
            yield _of_tree(name, item)


def _include(node: _Node) -> Iterator[Include]:
    path = node.get("file", "path")
    if path:
        relative = node.get("relativeToChangelogFile").lower() == "true"
        yield Include(path.removeprefix("classpath:").lstrip("/"), relative, node.name == "includeAll")


def _changes(change_set: _Node) -> Iterator[_Node]:
    for node in change_set.inside:
        if node.name == "changes":
            yield from node.inside
        elif node.name not in ("rollback", "preConditions", "comment", "validCheckSum"):
            yield node


def _read(unit: Unit, node: _Node, change_set: _Node) -> Iterator[TableChange | Include]:
    if node.name == "sqlFile" and node.get("path"):
        relative = node.get("relativeToChangelogFile").lower() == "true"
        yield Include(node.get("path").removeprefix("classpath:").lstrip("/"), relative)
        return
    if node.name == "sql":
        text = node.get("sql") or node.text or "".join(each.text for each in node.all("sql"))
        for statement in read_sql(text, dialect_of(unit.path, text), unit.late):
            for change in statement.changes:
                yield replace(change, start_line=node.line, end_line=node.end_line)
        return
    rule = _RULES.get(node.name)
    if rule is not None:
        optional = any(True for _ in change_set.all("preConditions"))
        for change in rule(node):
            yield replace(change, start_line=node.line, end_line=node.end_line, optional=optional)


def _table(node: _Node, form: str, attribute: str = "tableName", schema: str = "schemaName") -> TableChange:
    name = node.given[attribute]
    if node.get(schema):
        name = f"{node.get(schema)}.{name}"
    return TableChange(form, name.lower(), name)


def _columns(node: _Node) -> tuple[tuple[Column, ...], tuple[str, ...], tuple[ForeignKey, ...]]:
    """Columns, those of the primary key, references."""
    columns: list[Column] = []
    primary: list[str] = []
    foreign: list[ForeignKey] = []
    for column in node.all("column"):
        name = column.given["name"]
        columns.append(Column(name, column.get("type")))
        for constraints in column.all("constraints"):
            if constraints.get("primaryKey").lower() == "true":
                primary.append(name)
            foreign += _reference(name, constraints)
    return tuple(columns), tuple(primary), tuple(foreign)


def _reference(name: str, constraints: _Node) -> Iterator[ForeignKey]:
    """`references="person(id)"`, or table and columns apart."""
    table, _, to = constraints.get("references").partition("(")
    table = table.strip() or constraints.get("referencedTableName")
    if table:
        yield ForeignKey(
            (name,), table.lower(), _names(to.rstrip(") ") or constraints.get("referencedColumnNames"))
        )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _create_table(node: _Node) -> Iterator[TableChange]:
    columns, primary, foreign = _columns(node)
    table = _table(node, data.CREATE_TABLE)
    yield replace(table, columns=columns, primary_key=primary, foreign_keys=foreign)


def _add_column(node: _Node) -> Iterator[TableChange]:
    columns, primary, foreign = _columns(node)
    table = _table(node, data.ADD_COLUMN)
    yield replace(table, columns=columns)
    if primary:
        yield replace(table, form=data.PRIMARY_KEY, primary_key=primary)
    if foreign:
        yield replace(table, form=data.FOREIGN_KEY, foreign_keys=foreign)


def _drop_column(node: _Node) -> Iterator[TableChange]:
    names = _names(node.get("columnName")) or tuple(column.given["name"] for column in node.all("column"))
    yield replace(_table(node, data.DROP_COLUMN), columns=tuple(Column(name) for name in names))


def _rename_column(node: _Node) -> Iterator[TableChange]:
    old, new = Column(node.given["oldColumnName"]), node.given["newColumnName"]
    yield replace(_table(node, data.RENAME_COLUMN), columns=(old,), to=new)


def _rename_table(node: _Node) -> Iterator[TableChange]:
    yield replace(_table(node, data.RENAME_TABLE, "oldTableName"), to=node.given["newTableName"])


def _drop_table(node: _Node) -> Iterator[TableChange]:
    yield _table(node, data.DROP_TABLE)


def _create_view(node: _Node) -> Iterator[TableChange]:
    yield _table(node, data.CREATE_VIEW, "viewName")


def _drop_view(node: _Node) -> Iterator[TableChange]:
    yield _table(node, data.DROP_TABLE, "viewName")


def _rename_view(node: _Node) -> Iterator[TableChange]:
    yield replace(_table(node, data.RENAME_TABLE, "oldViewName"), to=node.given["newViewName"])


def _primary_key(node: _Node) -> Iterator[TableChange]:
    yield replace(_table(node, data.PRIMARY_KEY), primary_key=_names(node.get("columnNames")))


def _foreign_key(node: _Node) -> Iterator[TableChange]:
    to = node.given["referencedTableName"].lower()
    if node.get("referencedTableSchemaName"):
        to = f"{node.get('referencedTableSchemaName').lower()}.{to}"
    key = ForeignKey(_names(node.given["baseColumnNames"]), to, _names(node.get("referencedColumnNames")))
    yield replace(_table(node, data.FOREIGN_KEY, "baseTableName", "baseTableSchemaName"), foreign_keys=(key,))


def _data_type(node: _Node) -> Iterator[TableChange]:
    column = Column(node.given["columnName"], node.get("newDataType"))
    yield replace(_table(node, data.CHANGE_COLUMN), columns=(column,))


_RULES: Mapping[str, Callable[[_Node], Iterator[TableChange]]] = {
    "createTable": _create_table,
    "addColumn": _add_column,
    "dropColumn": _drop_column,
    "renameColumn": _rename_column,
    "renameTable": _rename_table,
    "dropTable": _drop_table,
    "createView": _create_view,
    "dropView": _drop_view,
    "renameView": _rename_view,
    "addPrimaryKey": _primary_key,
    "dropPrimaryKey": _primary_key,
    "addForeignKeyConstraint": _foreign_key,
    "modifyDataType": _data_type,
}
"""Any other change (indexes, data, sequences) leaves the tables as they are."""
