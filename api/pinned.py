"""The snapshot of a request, found before it runs: the one its cursors name, else the active one.

A cursor may stand anywhere in the query, so the document is read for every `after` first; a request
that names two snapshots is refused. Knows nothing of what is paged.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from graphql import DocumentNode, Visitor, visit
from graphql.language import ast
from strawberry.extensions import SchemaExtension

from api.context import Context
from api.cursors import REFUSED, read_cursor
from kg.errors import CursorRefused
from kg.retrieve.session import ACTIVE


class PinnedSnapshot(SchemaExtension):
    """Sets the snapshot that the request reads, and says in the answer which one it was."""

    def on_execute(self) -> Iterator[None]:
        context: Context = self.execution_context.context
        document = self.execution_context.graphql_document
        if document is not None:
            texts = cursors_in(document, self.execution_context.variables or {})
            secret = context.service.cursor_secret
            context.wanted = one_snapshot({read_cursor(text, secret).snapshot for text in texts})
        yield

    def get_results(self) -> dict[str, Any]:
        snapshot = self.execution_context.context.snapshot
        return {} if snapshot is None else {"snapshot": snapshot}


def one_snapshot(named: set[int]) -> int:
    if len(named) > 1:
        raise CursorRefused(REFUSED)
    return named.pop() if named else ACTIVE


def cursors_in(document: DocumentNode, variables: Mapping[str, Any]) -> set[str]:
    """Every value of an argument `after`, written or by variable."""
    reader = _AfterArguments(variables)
    visit(document, reader)
    return reader.found


class _AfterArguments(Visitor):
    def __init__(self, variables: Mapping[str, Any]) -> None:
        super().__init__()
        self.variables = variables
        self.found: set[str] = set()

    def enter_argument(self, node: ast.ArgumentNode, *_: Any) -> None:
        if node.name.value != "after":
            return
        value: Any = None
        if isinstance(node.value, ast.StringValueNode):
            value = node.value.value
        elif isinstance(node.value, ast.VariableNode):
            value = self.variables.get(node.value.name.value)
        if isinstance(value, str) and value:
            self.found.add(value)
