"""Does a query want the content of what a field lists? Then one statement brings both.

Looks at the fields of the rows, fragments included, each once. Saying yes too often costs a few bytes,
saying no too often one statement: it is never wrong.
"""

from dataclasses import fields

from graphql.language import ast
from strawberry.utils.str_converters import to_camel_case

from api.context import Info
from kg.schema.question import Detail

CONTENT = frozenset(to_camel_case(field.name) for field in fields(Detail)) - {"place", "owner"} | {
    "definedBy"
}

ROWS = ("edges", "node", "nodes")


def wants_content(info: Info) -> bool:
    """True when a field of `Detail` is selected anywhere below."""
    seen: set[str] = set()
    waiting = [node.selection_set for node in info._raw_info.field_nodes]
    while waiting:
        selection = waiting.pop()
        for node in selection.selections if selection else ():
            if isinstance(node, ast.FieldNode):
                if node.name.value in CONTENT:
                    return True
                if node.name.value in ROWS:
                    waiting.append(node.selection_set)
            elif isinstance(node, ast.InlineFragmentNode):
                waiting.append(node.selection_set)
            elif isinstance(node, ast.FragmentSpreadNode) and node.name.value not in seen:
                seen.add(node.name.value)
                waiting.append(info._raw_info.fragments[node.name.value].selection_set)
    return False
