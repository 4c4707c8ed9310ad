"""The bounds of one GraphQL document, checked before the standard rules see it.

Visits each fragment once and adds up what it stands for, so that doubling fragments cost nothing to
refuse (Strawberry's own depth and alias limiters write them out: 734 bytes, 8 s).
In: the parsed document and its variables. Out: errors with a code. Knows nothing of resolvers.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphql import DocumentNode, GraphQLError
from graphql.language import ast
from strawberry.extensions import SchemaExtension

from api.options import Bounds

CODE = "QUERY_TOO_LARGE"
DEFAULT_FIRST = 20
"""Page length assumed for a connection that names none; the schema's defaults do not exceed it."""

LONGEST = 100
"""The longest page a connection gives."""

UNPAGED = ("callFlow", "candidates")
"""Fields that bring many artifacts without a `first`."""

_BRACKETS = re.compile(r'"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[{}\[\]()]')


@dataclass(frozen=True, slots=True)
class Weight:
    """What a selection stands for when every fragment in it is written out."""

    depth: int = 0
    width: int = 0
    fields: int = 0
    cost: int = 0

    def beside(self, other: "Weight") -> "Weight":
        return Weight(
            max(self.depth, other.depth),
            self.width + other.width,
            self.fields + other.fields,
            self.cost + other.cost,
        )

    def under(self, times: int) -> "Weight":
        return Weight(self.depth + 1, 1, self.fields + 1, 1 + times * self.cost)


class BoundedQuery(SchemaExtension):
    """Refuses a document beyond its bounds before it is parsed (nesting) or validated (the rest)."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds

    def on_parse(self) -> Iterator[None]:
        self.execution_context.parse_options["max_tokens"] = self.bounds.tokens
        if nesting(self.execution_context.query or "") > self.bounds.nesting:
            raise GraphQLError(
                f"The query is nested deeper than {self.bounds.nesting}.", extensions={"code": CODE}
            )
        yield

    def on_validate(self) -> Iterator[None]:
        document = self.execution_context.graphql_document
        if document is not None:
            errors = excesses(document, self.execution_context.variables or {}, self.bounds)
            if errors:
                self.execution_context.pre_execution_errors = errors
        yield


def nesting(text: str) -> int:
    """How many brackets are open at once, strings and comments aside."""
    deepest = depth = 0
    for match in _BRACKETS.finditer(text):
        if match[0] in "{[(":
            depth += 1
            deepest = max(deepest, depth)
        elif match[0] in "}])":
            depth -= 1
    return deepest


def excesses(document: DocumentNode, variables: Mapping[str, Any], bounds: Bounds) -> list[GraphQLError]:
    """One error for each bound that the document breaks."""
    visit = _Visit(document, variables)
    operations = [node for node in document.definitions if isinstance(node, ast.OperationDefinitionNode)]
    weights = [visit.selection(node.selection_set) for node in operations]
    found = (
        ("depth", max((w.depth for w in weights), default=0), bounds.depth),
        ("fields", sum(w.fields for w in weights), bounds.fields),
        ("cost", sum(w.cost for w in weights), bounds.cost),
        ("top level fields", sum(w.width for w in weights), bounds.top_fields),
        ("aliases", visit.aliases, bounds.aliases),
    )
    errors = [
        GraphQLError(f"The query has {what} {_shown(given)}; at most {bound}.", extensions={"code": CODE})
        for what, given, bound in found
        if given > bound
    ]
    if visit.circular:
        errors.append(GraphQLError("A fragment contains itself.", extensions={"code": "GRAPHQL"}))
    return errors


class _Visit:
    """One walk over a document: fragments are weighed once, in any order."""

    def __init__(self, document: DocumentNode, variables: Mapping[str, Any]) -> None:
        self.variables = variables
        self.fragments = {
            node.name.value: node
            for node in document.definitions
            if isinstance(node, ast.FragmentDefinitionNode)
        }
        self.weighed: dict[str, Weight] = {}
        self.open: set[str] = set()
        self.aliases = 0
        self.circular = False

    def selection(self, selection_set: ast.SelectionSetNode | None) -> Weight:
        weight = Weight()
        for node in selection_set.selections if selection_set else ():
            weight = weight.beside(self.node(node))
        return weight

    def node(self, node: ast.SelectionNode) -> Weight:
        if isinstance(node, ast.FieldNode):
            self.aliases += node.alias is not None
            return self.selection(node.selection_set).under(self.times(node))
        if isinstance(node, ast.InlineFragmentNode):
            return self.selection(node.selection_set)
        if isinstance(node, ast.FragmentSpreadNode):
            return self.fragment(node.name.value)
        return Weight()

    def fragment(self, name: str) -> Weight:
        if name in self.open:
            self.circular = True
        if name in self.open or name not in self.fragments:
            return Weight()
        if name not in self.weighed:
            self.open.add(name)
            self.weighed[name] = self.selection(self.fragments[name].selection_set)
            self.open.discard(name)
        return self.weighed[name]

    def times(self, node: ast.FieldNode) -> int:
        """How many rows a field may bring: its `first`; a page, for a connection that names none."""
        for argument in node.arguments or ():
            if argument.name.value == "first":
                return self.number(argument.value)
        if node.name.value in UNPAGED:
            return LONGEST
        selections = node.selection_set.selections if node.selection_set else ()
        below = {n.name.value for n in selections if isinstance(n, ast.FieldNode)}
        return DEFAULT_FIRST if below & {"edges", "nodes"} else 1

    def number(self, value: ast.ValueNode) -> int:
        """A page length, at most `LONGEST`: what is longer is refused where it is used."""
        given: Any = LONGEST
        if isinstance(value, ast.IntValueNode) and len(value.value) < 9:
            given = int(value.value)
        elif isinstance(value, ast.VariableNode):
            given = self.variables.get(value.name.value, LONGEST)
        return min(max(given, 1), LONGEST) if isinstance(given, int) else LONGEST


def _shown(number: int) -> str:
    """A number a reader can take in: doubling fragments stand for numbers of many digits."""
    return str(number) if number < 10**9 else "beyond counting"
