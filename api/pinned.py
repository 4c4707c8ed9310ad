"""The snapshot of a request, found before it runs: the one that it or its cursors name, else the active one.

Such an argument may stand anywhere in the query, so the document is read for all of them first; a request
that names two snapshots is refused. Knows nothing of what is paged.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from graphql import DocumentNode, GraphQLError, Visitor, visit
from graphql.language import ast
from graphql.utilities import value_from_ast_untyped
from strawberry.extensions import SchemaExtension

from api.context import Context
from api.cursors import REFUSED, read_cursor
from api.travel import BY_LINE, BY_NUMBER, BY_PIN
from kg.errors import CursorRefused
from kg.retrieve.session import ACTIVE, Wanted

AFTER = "after"
_READ = (AFTER, BY_NUMBER, BY_PIN, BY_LINE)


class PinnedSnapshot(SchemaExtension):
    """Sets the snapshot that the request reads, and says in the answer which one it was."""

    def on_execute(self) -> Iterator[None]:
        context: Context = self.execution_context.context
        document = self.execution_context.graphql_document
        if document is not None:
            named = named_in(document, self.execution_context.variables or {})
            context.wanted = wanted(named, context.service.cursor_secret)
        yield

    def get_results(self) -> dict[str, Any]:
        snapshot = self.execution_context.context.snapshot
        return {} if snapshot is None else {"snapshot": snapshot}


def wanted(named: Mapping[str, set[Any]], secret: bytes) -> Wanted:
    """The one snapshot that a request names."""
    cursors = {read_cursor(text, secret).snapshot for text in named[AFTER] if isinstance(text, str)}
    numbers = {number for number in named[BY_NUMBER] if isinstance(number, int)}
    pins = {name for name in named[BY_PIN] if isinstance(name, str)}
    if len(cursors) > 1:
        raise CursorRefused(REFUSED)
    if len(cursors | numbers) > 1 or len(pins) > 1:
        told = ", ".join(str(one) for one in [*sorted(numbers | cursors), *sorted(pins)])
        raise GraphQLError(
            f"A request reads one snapshot; this one names {told}.", extensions={"code": "ARGUMENT"}
        )
    if any(number < 1 for number in numbers):
        raise GraphQLError("`snapshot` is a number from 1.", extensions={"code": "ARGUMENT"})
    lines = {name for name in named[BY_LINE] if isinstance(name, str)}
    if len(lines) > 1:
        raise GraphQLError("A request reads one line.", extensions={"code": "ARGUMENT"})
    return Wanted(next(iter(cursors | numbers), ACTIVE), next(iter(pins), ""), next(iter(lines), ""))


def named_in(document: DocumentNode, variables: Mapping[str, Any]) -> Mapping[str, set[Any]]:
    """Every value of the arguments that name a snapshot, written or by variable; what is empty names none."""
    reader = _Arguments(variables)
    visit(document, reader)
    return reader.found


class _Arguments(Visitor):
    def __init__(self, variables: Mapping[str, Any]) -> None:
        super().__init__()
        self.variables = dict(variables)
        self.found: dict[str, set[Any]] = defaultdict(set)

    def enter_variable_definition(self, node: ast.VariableDefinitionNode, *_: Any) -> None:
        """A variable that was not given has its default; definitions come before what uses them."""
        name = node.variable.name.value
        if name not in self.variables and node.default_value is not None:
            self.variables[name] = value_from_ast_untyped(node.default_value)

    def enter_argument(self, node: ast.ArgumentNode, *_: Any) -> None:
        if node.name.value not in _READ:
            return
        value = value_from_ast_untyped(node.value, self.variables)
        if isinstance(value, int | str) and value != "":
            self.found[node.name.value].add(value)
