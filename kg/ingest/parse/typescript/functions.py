"""Functions of every form: parameters, body, and the Method that stands for one that has a name."""

from dataclasses import replace

from tree_sitter import Node

from kg.ingest.parse.typescript.artifacts import Binding, method_artifact
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.patterns import Path, bind_pattern
from kg.ingest.parse.typescript.walk import OpenFunction, Overloads, Walk
from kg.schema import typescript as ts
from kg.schema.ids import Uid
from kg.schema.typescript import Parameter, TsFunction, Value

_OWN_THIS = frozenset(
    ("function_expression", "function_declaration", "generator_function", "generator_function_declaration")
)
ARROW = "arrow_function"
FUNCTIONS = frozenset((ARROW, *_OWN_THIS))


def type_parameters(walk: Walk, node: Node) -> tuple[str, ...]:
    """The type parameters of a declaration, declared in the present scope."""
    found: list[str] = []
    written = field(node, "type_parameters")
    for child in named(written) if written is not None else ():
        name = field(child, "name")
        if name is None:
            continue
        found.append(walk.text(name))
        constraint, default = field(child, "constraint"), field(child, "value")
        walk.declare(found[-1], (ts.TYPE_PARAMETER, walk.types(walk, constraint), walk.types(walk, default)))
    return tuple(found)


def read_function(walk: Walk, node: Node, uid: Uid, name: str, this: Value = None) -> int:
    """A function with its body; the caller has opened the owner, if it is one."""
    number = len(walk.functions)
    walk.functions.append(None)
    context = walk.take_context()
    kept = (walk.scope, walk.function, walk.this, walk.above)
    opened = OpenFunction(number)
    walk.function = opened
    if node.type in _OWN_THIS:
        walk.this, walk.above = this or (ts.MADE, number), None
    elif this is not None and node.type != ARROW:
        walk.this = this
    scope = walk.open_scope("function")
    types = type_parameters(walk, node)
    parameters = read_parameters(walk, node, number)
    result = walk.types(walk, field(node, "return_type"))
    body = field(node, "body")
    if body is not None and body.type == "statement_block":
        walk.inside(body)
    elif body is not None:
        walk.context = (ts.RETURNED, number, ())
        opened.returned.append((walk.scope.number, walk.read(walk, body)))
    walk.scope, walk.function, walk.this, walk.above = kept
    words = {child.type for child in node.children if not child.is_named}
    walk.functions[number] = TsFunction(
        uid=uid,
        name=name,
        scope=scope.number,
        type_parameters=types,
        parameters=parameters,
        result=result,
        returned=tuple(opened.returned),
        yielded=tuple(opened.yielded),
        is_async="async" in words,
        generator="*" in words,
        has_body=body is not None,
        context=context,
        assigned=tuple(opened.assigned),
    )
    return number


def signature(walk: Walk, node: Node, result_field: str) -> int:
    """A function type, or the signature of a call or a constructor: nothing that has a name."""
    number = len(walk.functions)
    walk.functions.append(None)
    kept = walk.scope
    scope = walk.open_scope("function")
    types = type_parameters(walk, node)
    parameters = read_parameters(walk, node, number)
    result = walk.types(walk, field(node, result_field))
    walk.scope = kept
    walk.functions[number] = TsFunction(
        Uid(""), "", scope.number, types, parameters, result, (), (), False, False, False, None, ()
    )
    return number


def read_parameters(walk: Walk, node: Node, number: int) -> tuple[Parameter, ...]:
    single = field(node, "parameter")
    written = field(node, "parameters")
    nodes = [single] if single is not None else named(written) if written is not None else []
    found: list[Parameter] = []
    for child in nodes:
        if child.type == "ERROR" or child.type == "decorator":
            continue
        parameter = _parameter(walk, child, number, len(found))
        if parameter is not None:
            found.append(parameter)
    return tuple(found)


def _parameter(walk: Walk, node: Node, number: int, position: int) -> Parameter | None:
    pattern, wanted, default = node, None, None
    optional = node.type == "optional_parameter"
    if node.type in ("required_parameter", "optional_parameter"):
        for child in node.named_children:
            if child.type == "decorator":
                walk.read(walk, child)
        inner = field(node, "pattern")
        if inner is None:
            return None
        pattern = inner
        wanted = walk.types(walk, field(node, "type"))
        walk.context = (ts.DECLARED, walk.scope.number, wanted, ())
        default = walk.read(walk, field(node, "value"))
        walk.context = None
    elif node.type == "assignment_pattern":
        left = field(node, "left")
        if left is None:
            return None
        pattern = left
        default = walk.read(walk, field(node, "right"))
    if pattern.type == "this":
        walk.this = (ts.AS, wanted, None)
        return None
    rest = pattern.type == "rest_pattern"
    if rest:
        inner_nodes = named(pattern)
        pattern = inner_nodes[0] if inner_nodes else pattern

    def bind(name: str, path: Path) -> None:
        walk.declare(name, (ts.PARAMETER, number, position, path))

    bind_pattern(walk, pattern, (), bind)
    name = walk.text(pattern) if pattern.type == "identifier" else ""
    return Parameter(name, wanted, optional or default is not None, rest, default)


def bound_function(walk: Walk, node: Node, binding: Binding) -> int:
    """A function that is bound to a name: a Method, and an owner of its own. Its index."""
    walk.outer = None
    outer = walk.owner
    first, last = binding.first, binding.last
    key = (outer.uid, binding.path, binding.static, str(binding.form))
    signs = field(node, "body") is None and node.type not in FUNCTIONS
    before = walk.overloads.get(key)
    if before is None:
        owner = walk.named_owner(binding.path, first.start_point[0])
        before = Overloads(owner, len(walk.artifacts), len(walk.edges), first)
        walk.artifacts.append(None)
        walk.define(outer.uid, owner.uid, first, last)
    elif walk.last_overload == key:
        first = before.first
        start, end = first.start_point[0] + 1, last.end_point[0] + 1
        walk.edges[before.edge] = replace(walk.edges[before.edge], start_line=start, end_line=end)
    walk.overloads[key] = before
    if not signs:
        del walk.overloads[key]
    walk.owner = before.owner
    number = read_function(walk, node, before.owner.uid, binding.name, binding.this)
    walk.owner = outer
    walk.last_overload = key if signs else None
    if first is before.first:
        walk.artifacts[before.slot] = method_artifact(walk, node, before.owner, replace(binding, first=first))
    return number
