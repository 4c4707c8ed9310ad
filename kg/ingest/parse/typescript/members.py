"""Members of classes, interfaces and object types: fields, methods, accessors, signatures, indexes."""

from tree_sitter import Node

from kg.ingest.parse.typescript.artifacts import Binding, field_line, header, words_in_front
from kg.ingest.parse.typescript.binding import bound_value, core
from kg.ingest.parse.typescript.functions import FUNCTIONS, bound_function, signature
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.patterns import key_name
from kg.ingest.parse.typescript.walk import OpenClass, Walk
from kg.schema import typescript as ts
from kg.schema.ids import Uid
from kg.schema.typescript import Field, TsClass, Value
from kg.schema.vocabulary import Form

_METHODS = frozenset(("method_definition", "method_signature", "abstract_method_signature"))
_FIELDS = frozenset(("public_field_definition", "field_definition", "property_signature"))


def object_type(walk: Walk, node: Node) -> int:
    """`{ a: A; b(): void }` where a type is expected; its index among the classes."""
    number = len(walk.classes)
    walk.classes.append(None)
    bound, walk.signs_methods = walk.signs_methods, False
    opened = OpenClass(number)
    outer = walk.scope.number
    kept = walk.scope
    scope = walk.open_scope("types")
    for child in named(node):
        member(walk, child, opened, (), bound)
    walk.scope, walk.signs_methods = kept, bound
    walk.classes[number] = TsClass(
        uid=Uid(""),
        name="",
        form="type",
        scope=scope.number,
        outer_scope=outer,
        type_parameters=(),
        extends=(),
        implements=(),
        fields=tuple(opened.fields),
        methods=opened.finished_methods(),
        calls=tuple(opened.calls),
        constructs=tuple(opened.constructs),
        index=opened.index,
    )
    return number


def class_members(walk: Walk, body: Node, opened: OpenClass) -> None:
    """Everything in a class body; decorators stand in front of what they decorate."""
    decorators: list[Node] = []
    for child in body.named_children:
        if child.type == "decorator":
            decorators.append(child)
        elif child.type != "comment":
            member(walk, child, opened, tuple(decorators), bound=True)
            decorators = []


def member(walk: Walk, node: Node, opened: OpenClass, decorators: tuple[Node, ...], bound: bool) -> None:
    own = tuple(child for child in node.named_children if child.type == "decorator")
    decorators = (*decorators, *own)
    for decorator in decorators:
        walk.read(walk, decorator)
    kind = node.type
    if kind in _METHODS:
        _method(walk, node, opened, decorators, bound)
    elif kind in _FIELDS:
        _field(walk, node, opened, decorators)
    elif kind == "call_signature":
        opened.calls.append(signature(walk, node, "return_type"))
    elif kind == "construct_signature":
        opened.constructs.append(signature(walk, node, "type"))
    elif kind == "index_signature":
        _index(walk, node, opened)
    elif kind == "class_static_block":
        body = field(node, "body")
        if body is not None:
            walk.this = (ts.THIS, opened.number, True)
            walk.statements(walk, body)
    else:
        walk.read(walk, node)


def _index(walk: Walk, node: Node, opened: OpenClass) -> None:
    mapped = next((child for child in node.named_children if child.type == "mapped_type_clause"), None)
    if mapped is not None:
        kept = walk.scope
        walk.open_scope("types")
        name = field(mapped, "name")
        if name is not None:
            over = walk.types(walk, field(mapped, "type"))
            walk.declare(walk.text(name), (ts.TYPE_PARAMETER, over, None))
        opened.index = walk.types(walk, field(node, "type"))
        walk.scope = kept
        return
    opened.index = walk.types(walk, field(node, "type"))


def _method(walk: Walk, node: Node, opened: OpenClass, decorators: tuple[Node, ...], bound: bool) -> None:
    key = field(node, "name")
    if key is None:
        walk.read(walk, node)
        return
    name = key_name(walk, key) or "()"
    words = words_in_front(node)
    static = "static" in words
    form = "get" if "get" in words else "set" if "set" in words else "method"
    if name == "constructor" and not static and form == "method":
        form = "constructor"
    if not bound:
        number = signature(walk, node, "return_type")
    else:
        number = _bound(walk, node, opened, name, form, static, words, decorators)
        opened.outline.append(_line(walk, node))
    opened.methods.setdefault((name, static, form), []).append(number)
    if form == "constructor":
        _parameter_fields(walk, node, opened)


def _bound(
    walk: Walk,
    node: Node,
    opened: OpenClass,
    name: str,
    form: str,
    static: bool,
    words: tuple[str, ...],
    decorators: tuple[Node, ...],
) -> int:
    kept = (walk.this, walk.above)
    this: Value = (ts.THIS, opened.number, static)
    walk.above = (ts.SUPER, opened.number, static)
    binding = Binding(
        name=name,
        path=f"{name}:{form}" if form in ("get", "set") else name,
        form=Form.CONSTRUCTOR if form == "constructor" else Form.METHOD,
        first=decorators[0] if decorators else node,
        last=node,
        this=this,
        static=static,
        modifiers=words,
        decorators=decorators,
    )
    number = bound_function(walk, node, binding)
    walk.this, walk.above = kept
    return number


def _parameter_fields(walk: Walk, node: Node, opened: OpenClass) -> None:
    """`constructor(private readonly store: Store)` declares a field."""
    written = field(node, "parameters")
    for child in named(written) if written is not None else ():
        words = {part.type for part in child.children}
        pattern = field(child, "pattern")
        if words & {"accessibility_modifier", "readonly", "override_modifier"} and pattern is not None:
            wanted = walk.types(walk, field(child, "type"))
            value: Value = None
            default = field(child, "value")
            if wanted is None and default is not None:
                value = (ts.NAME, walk.text(pattern))
            scope = (
                walk.functions[-1].scope if value is not None and walk.functions[-1] else walk.scope.number
            )
            opened.fields.append(Field(walk.text(pattern), False, wanted, value, scope))
            opened.outline.append(field_line(walk, child))


def _field(walk: Walk, node: Node, opened: OpenClass, decorators: tuple[Node, ...]) -> None:
    key = field(node, "name") or field(node, "property")
    if key is None:
        walk.read(walk, node)
        return
    name = key_name(walk, key)
    words = words_in_front(node)
    static = "static" in words
    wanted = walk.types(walk, field(node, "type"))
    kept = (walk.this, walk.above)
    walk.this, walk.above = (ts.THIS, opened.number, static), (ts.SUPER, opened.number, static)
    value_node = field(node, "value")
    walk.context = None if wanted is None else (ts.DECLARED, walk.scope.number, wanted, ())
    first = decorators[0] if decorators else node
    binding = Binding(name or "()", name or "()", Form.METHOD, first, node, None, static, words, decorators)
    value = bound_value(walk, value_node, binding)
    walk.taken.append((f"this.{name}", value))
    walk.context = None
    walk.this, walk.above = kept
    opened.fields.append(Field(name, static, wanted, value, walk.scope.number))
    is_function = value_node is not None and core(value_node).type in FUNCTIONS
    opened.outline.append(_line(walk, node) if is_function else field_line(walk, node))


def _line(walk: Walk, node: Node) -> str:
    """A method in the outline of its class: its header."""
    body = field(node, "body")
    value = field(node, "value")
    if value is not None:
        body = field(core(value), "body")
    end = node.end_byte if body is None else body.start_byte
    return header(walk, node, end)
