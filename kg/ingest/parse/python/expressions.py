"""Expressions of the tree -> small tuples (`facts.Expr`), and the calls in them noted in the scope.

Everything is walked, so that no call is lost; what cannot say anything about a callee becomes None.
"""

from collections.abc import Callable

from tree_sitter import Node

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import EVERYWHERE, BindingKind, Expr
from kg.ingest.parse.python.grammar import parse_expression
from kg.ingest.parse.python.walk import Walk

DEEPEST = 150
"""Expressions nested deeper are not followed: the interpreter's own stack is the limit."""

SHORT = 60
"""Strings up to this length are kept: a key, an attribute name, a forward reference."""

LONGEST = 60
"""Elements of a literal that are kept: a table of ten thousand strings says no more than its first."""


def expression(walk: Walk, node: Node | None) -> Expr:
    """The value of a node as a small tree."""
    if node is None:
        return None
    handler = _HANDLERS.get(node.type, _opaque)
    walk.depth += 1
    try:
        if walk.depth > DEEPEST:
            if walk.depth == DEEPEST + 1:
                walk.problem(node, "an expression nested too deeply to follow")
            return None
        return handler(walk, node)
    finally:
        walk.depth -= 1


def annotation(walk: Walk, node: Node | None) -> Expr:
    """A type as written, names in quotes included; it sees its scope as it is in the end."""
    if node is None:
        return None
    scope = walk.scope
    clock, scope.clock = scope.clock, EVERYWHERE
    try:
        return expression(walk, node)
    finally:
        scope.clock = clock


def forward_reference(walk: Walk, text: str) -> Expr:
    """What a string in an annotation means: `"list[Order]"`."""
    source = text.strip().encode("utf-8", "replace")
    node = parse_expression(source)
    if node is None:
        return None
    kept, walk.source = walk.source, source
    noted = len(walk.scope.calls), len(walk.scope.accesses)
    try:
        return annotation(walk, node)
    finally:
        walk.source = kept
        del walk.scope.calls[noted[0] :], walk.scope.accesses[noted[1] :]


def bind_target(walk: Walk, node: Node, kind: int, value: Expr, path: tuple[int, ...] = ()) -> None:
    """Bind what stands left of `=`, after `for`, after `as`: names, tuples, attributes."""
    match node.type:
        case "identifier":
            walk.bind(walk.text(node), kind, value, path, private=walk.scope_private)
        case "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" | "expression_list":
            _bind_each(walk, _operands(node), kind, value, path)
        case "list_splat_pattern" | "list_splat":
            for child in node.named_children[:1]:
                bind_target(walk, child, kind, value, path)
        case "parenthesized_expression" | "as_pattern_target":
            for child in node.named_children[:1]:
                bind_target(walk, child, kind, value, path)
        case "attribute":
            bind_attribute(walk, node, None, value if kind == BindingKind.VALUE else None, path)
        case "subscript":
            _bind_item(walk, node, value if kind == BindingKind.VALUE and not path else None)
        case _:
            expression(walk, node)


def _bind_each(walk: Walk, nodes: list[Node], kind: int, value: Expr, path: tuple[int, ...]) -> None:
    """The names of `a, *b, c`: after a star, places count from the end."""
    starred = next(
        (i for i, n in enumerate(nodes) if n.type in ("list_splat_pattern", "list_splat")), len(nodes)
    )
    for index, child in enumerate(nodes):
        step = index if index < starred else index - len(nodes)
        bind_target(walk, child, kind, value, (*path, facts.STAR + index if index == starred else step))


def _bind_item(walk: Walk, node: Node, value: Expr) -> None:
    """`container[key] = value`."""
    target = expression(walk, node)
    if walk.scope.subscripts:
        walk.scope.subscripts.pop()  # it is written, not read
    if target is not None and target[0] == facts.SUBSCRIPT and _is_kept(target[1]):
        walk.scope.items.append((target[1], target[2], value))


def _is_kept(container: Expr) -> bool:
    """Containers known by a name or as an attribute of one."""
    if container is not None and container[0] == facts.ATTRIBUTE:
        container = container[1]
    return container is not None and container[0] == facts.NAME


def bind_attribute(walk: Walk, node: Node, written: Expr, value: Expr, path: tuple[int, ...] = ()) -> None:
    """`object.name = value`."""
    name = node.child_by_field_name("attribute")
    owner = expression(walk, node.child_by_field_name("object"))
    if name is not None and owner is not None:
        found = facts.AttributeBinding(owner, walk.text(name), written, value, path)
        walk.scope.attributes.append(found)


def _operands(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type not in ("comment", "ERROR")]


def _opaque(walk: Walk, node: Node) -> Expr:
    for child in node.named_children:
        expression(walk, child)
    return None


def _nothing(walk: Walk, node: Node) -> Expr:
    return None


def _identifier(walk: Walk, node: Node) -> Expr:
    return (facts.NAME, walk.text(node), walk.scope.clock)


def _attribute(walk: Walk, node: Node) -> Expr:
    found = _member(walk, node)
    if found is not None:
        walk.scope.accesses.append(found)
    return found


def _member(walk: Walk, node: Node) -> Expr:
    owner = expression(walk, node.child_by_field_name("object"))
    name = node.child_by_field_name("attribute")
    if name is None:
        return None
    return (facts.ATTRIBUTE, owner, walk.text(name), *walk.place(name))


def _call(walk: Walk, node: Node) -> Expr:
    function = node.child_by_field_name("function")
    if function is None:
        return _opaque(walk, node)
    is_member = function.type == "attribute"
    callee = _member(walk, function) if is_member else expression(walk, function)
    place = callee[3:5] if is_member and callee is not None else walk.place(function)
    positional, named = _arguments(walk, node.child_by_field_name("arguments"))
    found = (facts.CALL, callee, positional, named, *place)
    walk.scope.calls.append(found)
    if callee is not None and callee[0] == facts.ATTRIBUTE and positional and _is_kept(callee[1]):
        _note_put(walk, callee[1], callee[2], positional)
    return found


def _note_put(walk: Walk, container: Expr, method: str, arguments: tuple[Expr, ...]) -> None:
    """`handlers.append(f)`, `handlers.update({"a": f})`."""
    if method in ("append", "add", "appendleft", "insert", "put", "put_nowait"):
        walk.scope.items.append((container, None, arguments[-1]))
    elif method == "setdefault" and len(arguments) > 1:
        walk.scope.items.append((container, arguments[0], arguments[1]))
    elif method == "update" and arguments[0] is not None and arguments[0][0] == facts.MAPPING:
        walk.scope.items.extend((container, key, value) for key, value in arguments[0][1])


def _arguments(walk: Walk, node: Node | None) -> tuple[tuple[Expr, ...], tuple[tuple[str, Expr], ...]]:
    if node is None:
        return (), ()
    if node.type != "argument_list":
        return (expression(walk, node),), ()
    positional: list[Expr] = []
    named: list[tuple[str, Expr]] = []
    for child in node.named_children:
        if child.type == "keyword_argument":
            name = child.child_by_field_name("name")
            value = expression(walk, child.child_by_field_name("value"))
            if name is not None:
                named.append((walk.text(name), value))
        elif child.type != "comment":
            positional.append(expression(walk, child))
    return tuple(positional), tuple(named)


def _string(walk: Walk, node: Node) -> Expr:
    children = node.named_children
    opening = walk.text(children[0]).lower() if children else ""
    if "f" in opening or "t" in opening:
        for child in children:
            if child.type == "interpolation":
                expression(walk, child)
        return (facts.CONSTANT, "builtins.str", None)
    if "b" in opening:
        return (facts.CONSTANT, "builtins.bytes", None)
    if node.end_byte - node.start_byte > SHORT:
        return (facts.CONSTANT, "builtins.str", None)
    value = "".join(walk.text(child) for child in children if child.type == "string_content")
    if walk.scope.clock == EVERYWHERE:
        return forward_reference(walk, value)
    return (facts.CONSTANT, "builtins.str", value)


def _joined(walk: Walk, node: Node) -> Expr:
    _opaque(walk, node)
    return (facts.CONSTANT, "builtins.str", None)


def _constant(kind: str) -> Callable[[Walk, Node], Expr]:
    found = (facts.CONSTANT, kind, None)
    return lambda _walk, _node: found


def _integer(walk: Walk, node: Node) -> Expr:
    text = walk.text(node)
    value = int(text) if text.isdecimal() and len(text) < 6 else None
    return (facts.CONSTANT, "builtins.int", value)


def _sequence(kind: str) -> Callable[[Walk, Node], Expr]:
    def handle(walk: Walk, node: Node) -> Expr:
        elements = [expression(walk, child) for child in _operands(node)]
        return (facts.SEQUENCE, kind, tuple(elements[:LONGEST]))

    return handle


def _mapping(walk: Walk, node: Node) -> Expr:
    pairs: list[tuple[Expr, Expr]] = []
    for child in node.named_children:
        if child.type == "pair":
            key = expression(walk, child.child_by_field_name("key"))
            pairs.append((key, expression(walk, child.child_by_field_name("value"))))
        else:
            expression(walk, child)
    return (facts.MAPPING, tuple(pairs[:LONGEST]))


def _subscript(walk: Walk, node: Node) -> Expr:
    value = expression(walk, node.child_by_field_name("value"))
    indexes = [expression(walk, child) for child in node.children_by_field_name("subscript")]
    index = indexes[0] if len(indexes) == 1 else (facts.SEQUENCE, "builtins.tuple", tuple(indexes))
    walk.scope.subscripts.append((value, index, node.start_point[0] + 1))
    return (facts.SUBSCRIPT, value, index)


def _generic_type(walk: Walk, node: Node) -> Expr:
    """`list[Order]` in an annotation has a grammar of its own."""
    children = _operands(node)
    if len(children) != 2:
        return _opaque(walk, node)
    value = expression(walk, children[0])
    arguments = tuple(expression(walk, child) for child in _operands(children[1]))
    index = arguments[0] if len(arguments) == 1 else (facts.SEQUENCE, "builtins.tuple", arguments)
    return (facts.SUBSCRIPT, value, index)


def _slice(walk: Walk, node: Node) -> Expr:
    _opaque(walk, node)
    return (facts.SLICE,)


def _inner(walk: Walk, node: Node) -> Expr:
    """Parentheses, `await`, an annotation's wrapper: the value is that of what is inside."""
    operands = _operands(node)
    for child in operands[1:]:
        expression(walk, child)
    return expression(walk, operands[0]) if operands else None


def _conditional(walk: Walk, node: Node) -> Expr:
    walk.scope.branches += 1
    operands = _operands(node)
    if len(operands) != 3:
        return _opaque(walk, node)
    body, test, otherwise = operands
    narrowed = narrowing(walk, test)
    expression(walk, test)
    with_narrowed(walk, narrowed)
    found = expression(walk, body)
    end_narrowed(walk)
    return (facts.EITHER, (found, expression(walk, otherwise)))


def _boolean(walk: Walk, node: Node) -> Expr:
    walk.scope.branches += 1
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    first = expression(walk, left)
    if operator is not None and operator.type == "and":
        with_narrowed(walk, narrowing(walk, left))
        found = expression(walk, right)
        end_narrowed(walk)
        return found
    return (facts.EITHER, (first, expression(walk, right)))


def _binary(walk: Walk, node: Node) -> Expr:
    """Long sums lean to the left: they are walked in a loop, not by recursion."""
    rights: list[Node | None] = []
    left: Node | None = node
    operator = node.child_by_field_name("operator")
    while left is not None and left.type == "binary_operator":
        rights.append(left.child_by_field_name("right"))
        left = left.child_by_field_name("left")
    found = expression(walk, left)
    for right in reversed(rights):
        other = expression(walk, right)
        if operator is not None and operator.type in ("|", "+"):
            found = (facts.UNION, found, other)
    if operator is not None and operator.type == "%" and found is not None and found[0] == facts.CONSTANT:
        return found
    return found if operator is not None and operator.type in ("|", "+") else None


def _union_type(walk: Walk, node: Node) -> Expr:
    found: Expr = None
    for child in _operands(node):
        other = expression(walk, child)
        found = other if found is None else (facts.UNION, found, other)
    return found


def _member_type(walk: Walk, node: Node) -> Expr:
    operands = _operands(node)
    if len(operands) != 2:
        return _opaque(walk, node)
    owner = expression(walk, operands[0])
    return (facts.ATTRIBUTE, owner, walk.text(operands[1]), *walk.place(operands[1]))


def _comparison(walk: Walk, node: Node) -> Expr:
    _opaque(walk, node)
    return (facts.CONSTANT, "builtins.bool", None)


def _named(walk: Walk, node: Node) -> Expr:
    name = node.child_by_field_name("name")
    value = expression(walk, node.child_by_field_name("value"))
    if name is not None:
        walk.bind(walk.text(name), BindingKind.VALUE, value, ())
    return value


def _starred(walk: Walk, node: Node) -> Expr:
    return (facts.STARRED, _inner(walk, node))


def _yield(walk: Walk, node: Node) -> Expr:
    scope = walk.scope
    scope.generator = True
    value = _inner(walk, node)
    if value is not None:
        delegated = any(child.type == "from" for child in node.children)
        scope.yielded.append((facts.STARRED, value) if delegated else value)
    return None


def _lambda(walk: Walk, node: Node) -> Expr:
    """Calls in a lambda belong to the function around it; its parameters are seen only inside."""
    walk.scope.branches += 1
    walk.open_block()
    parameters: list[str] = []
    written = node.child_by_field_name("parameters")
    for child in written.named_children if written is not None else ():
        name = child.child_by_field_name("name") or child
        default = expression(walk, child.child_by_field_name("value"))
        while name.type in ("list_splat_pattern", "dictionary_splat_pattern") and name.named_children:
            name = name.named_children[0]
        if name.type == "identifier":
            parameters.append(walk.text(name))
            walk.bind(parameters[-1], BindingKind.VALUE, default, (), private=True)
    body = expression(walk, node.child_by_field_name("body"))
    walk.close_block()
    return (facts.LAMBDA, tuple(parameters), body)


def _comprehension(kind: str) -> Callable[[Walk, Node], Expr]:
    def handle(walk: Walk, node: Node) -> Expr:
        walk.open_block()
        for child in node.named_children:
            if child.type == "for_in_clause":
                _clause(walk, child)
            elif child.type == "if_clause":
                walk.scope.branches += 1
                _opaque(walk, child)
                for narrowed in narrowing(walk, child.named_children[0] if child.named_children else None):
                    walk.bind(narrowed[0], BindingKind.NARROWED, narrowed[1], private=True)
        body = node.child_by_field_name("body")
        if body is not None and body.type == "pair":
            key = expression(walk, body.child_by_field_name("key"))
            found: Expr = (facts.MAPPING, ((key, expression(walk, body.child_by_field_name("value"))),))
        else:
            found = (facts.SEQUENCE, kind, (expression(walk, body),))
        walk.close_block()
        return found

    return handle


def _clause(walk: Walk, node: Node) -> None:
    walk.scope.branches += 1
    value: Expr = None
    for child in node.children_by_field_name("right"):
        value = expression(walk, child)
    walk.note_implicit("for", value, node)
    left = node.child_by_field_name("left")
    if left is not None:
        kept, walk.scope_private = walk.scope_private, True
        bind_target(walk, left, BindingKind.ELEMENT, value)
        walk.scope_private = kept


def narrowing(walk: Walk, node: Node | None) -> list[tuple[str, Expr]]:
    """What a condition says about names where it holds: `isinstance(x, A) and isinstance(y, B)`."""
    while node is not None and node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    if node is None:
        return []
    if node.type == "boolean_operator":
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type != "and":
            return []
        return narrowing(walk, node.child_by_field_name("left")) + narrowing(
            walk, node.child_by_field_name("right")
        )
    return _isinstance(walk, node)


def _isinstance(walk: Walk, node: Node) -> list[tuple[str, Expr]]:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if node.type != "call" or function is None or arguments is None or walk.text(function) != "isinstance":
        return []
    operands = _operands(arguments)
    if len(operands) != 2 or operands[0].type != "identifier":
        return []
    scope = walk.scope
    noted = len(scope.calls), len(scope.accesses)
    classes = expression(walk, operands[1])
    del scope.calls[noted[0] :], scope.accesses[noted[1] :]  # the condition itself is walked apart
    return [(walk.text(operands[0]), classes)] if classes is not None else []


def with_narrowed(walk: Walk, narrowed: list[tuple[str, Expr]]) -> None:
    """Open a block in which names are known to be of some class; `end_narrowed` closes it."""
    walk.open_block()
    for name, classes in narrowed:
        walk.bind(name, BindingKind.NARROWED, classes, private=True)


def end_narrowed(walk: Walk) -> None:
    walk.close_block()


_HANDLERS: dict[str, Callable[[Walk, Node], Expr]] = {
    "identifier": _identifier,
    "attribute": _attribute,
    "call": _call,
    "string": _string,
    "concatenated_string": _joined,
    "integer": _integer,
    "float": _constant("builtins.float"),
    "true": _constant("builtins.bool"),
    "false": _constant("builtins.bool"),
    "none": _constant("None"),
    "comment": _nothing,
    "list": _sequence("builtins.list"),
    "tuple": _sequence("builtins.tuple"),
    "expression_list": _sequence("builtins.tuple"),
    "set": _sequence("builtins.set"),
    "dictionary": _mapping,
    "subscript": _subscript,
    "generic_type": _generic_type,
    "union_type": _union_type,
    "member_type": _member_type,
    "slice": _slice,
    "parenthesized_expression": _inner,
    "await": _inner,
    "type": _inner,
    "conditional_expression": _conditional,
    "boolean_operator": _boolean,
    "binary_operator": _binary,
    "comparison_operator": _comparison,
    "not_operator": _comparison,
    "named_expression": _named,
    "list_splat": _starred,
    "yield": _yield,
    "lambda": _lambda,
    "list_comprehension": _comprehension("builtins.list"),
    "set_comprehension": _comprehension("builtins.set"),
    "generator_expression": _comprehension("typing.Generator"),
    "dictionary_comprehension": _comprehension("builtins.dict"),
}
