"""What stands at the top of a definition: its header, its docstring, the outline of a class.

Also tells the trivial bodies (nothing to read, nothing to rank). Pure; reads the tree only.
"""

from tree_sitter import Node

from kg.ingest.parse.python.walk import OpenScope, Walk

LONGEST_FIELD = 400
"""Characters kept of one assignment: a table of data is not what a class says."""

LONGEST_OUTLINE = 20_000


def header(walk: Walk, node: Node) -> str:
    """`async def charge(self, order: Order) -> Receipt`, on one line."""
    body = node.child_by_field_name("body")
    end = body.start_byte if body is not None else node.end_byte
    for child in reversed(node.children):
        if child.type == ":" and child.start_byte < end:
            end = child.start_byte
            break
    written = walk.source[node.start_byte : end].decode("utf-8", "replace")
    return " ".join(written.split()).replace("( ", "(").replace(" )", ")").replace(",)", ")")


def docstring(walk: Walk, node: Node) -> str:
    """The text of the string that a body begins with, without its quotes."""
    first = next((child for child in body_of(node) if child.type != "comment"), None)
    if first is None or first.type != "expression_statement" or not first.named_children:
        return ""
    string = first.named_children[0]
    if string.type != "string":
        return ""
    parts = [walk.text(child) for child in string.named_children if child.type == "string_content"]
    return "".join(parts)


def comment_above(walk: Walk, node: Node) -> str:
    """The `#` lines that end on the line before, without the `#`."""
    lines: list[str] = []
    row = node.start_point[0]
    above = node.prev_sibling
    while above is not None and above.type == "comment" and above.start_point[0] == row - 1:
        before = above.prev_sibling
        if before is not None and before.end_point[0] == above.start_point[0]:
            break  # it stands at the end of a line of code
        lines.append(walk.text(above).lstrip("#").strip())
        row, above = row - 1, before
    return "\n".join(reversed(lines)).strip()


def body_of(node: Node) -> list[Node]:
    """The statements of a module, class or function."""
    body = node if node.type in ("module", "ERROR") else node.child_by_field_name("body")
    return body.named_children if body is not None else []


def class_outline(walk: Walk, scope: OpenScope) -> str:
    """Header, docstring, fields and the signatures of members, each on lines of its own."""
    is_module = scope.parent is None
    lines: list[str] = [] if is_module else [header(walk, scope.node) + ":"]
    found = docstring(walk, scope.node).strip()
    lines += [f'"""{found}"""'] if found else []
    lines += [field for node in body_of(scope.node) if (field := _field(walk, node))]
    lines += [
        header(walk, inner.node) + (":" if inner.form == "class" else "")
        for inner in walk.scopes
        if inner.parent is scope
    ]
    return "\n".join(lines)[:LONGEST_OUTLINE]


def _field(walk: Walk, node: Node) -> str:
    if node.type != "expression_statement" or not node.named_children:
        return ""
    if node.named_children[0].type not in ("assignment", "augmented_assignment"):
        return ""
    return walk.source[node.start_byte : node.end_byte].decode("utf-8", "replace")[:LONGEST_FIELD]


def is_trivial(walk: Walk, node: Node) -> bool:
    """Nothing but a docstring, `pass`, `...`, a constant, a getter or a setter of one attribute."""
    body = [child for child in body_of(node) if child.type != "comment" and not _is_text(child)]
    return not body or (len(body) == 1 and _is_trivial_statement(walk, body[0]))


def _is_text(node: Node) -> bool:
    return (
        node.type == "expression_statement"
        and len(node.named_children) == 1
        and node.named_children[0].type in ("string", "ellipsis")
    )


def _is_trivial_statement(walk: Walk, node: Node) -> bool:
    if node.type == "pass_statement":
        return True
    inner = node.named_children[0] if node.named_children else None
    if node.type == "return_statement":
        return inner is None or _is_plain(inner)
    if node.type == "raise_statement":
        return inner is not None and walk.text(inner).startswith("NotImplementedError")
    if node.type == "expression_statement" and inner is not None and inner.type == "assignment":
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        return left is not None and left.type == "attribute" and right is not None and _is_plain(right)
    return False


def _is_plain(node: Node) -> bool:
    """A constant, a name, or an attribute of a name."""
    if node.type == "attribute":
        owner = node.child_by_field_name("object")
        return owner is not None and owner.type == "identifier"
    return node.type in ("identifier", "string", "integer", "float", "true", "false", "none", "ellipsis")
