"""Classes of every form, top-level to anonymous: an artifact and a `JavaClass` each, then their members."""

from dataclasses import dataclass, field

from tree_sitter import Node

from kg.ingest.parse.java.comments import documentation
from kg.ingest.parse.java.expressions import arguments_of, expression
from kg.ingest.parse.java.grammar import (
    ARGUMENTS,
    BODY,
    DECLARATOR,
    NAME,
    PARAMETERS,
    TYPE,
    VALUE,
    ids,
    named,
)
from kg.ingest.parse.java.grammar import field as grammar_field
from kg.ingest.parse.java.headers import Header, header_of, note_header, signature_of
from kg.ingest.parse.java.members import (
    Initializer,
    Parameters,
    define,
    finish_initializer,
    parameters_of,
    read_method,
    read_piece,
)
from kg.ingest.parse.java.reading import Owner, Reading
from kg.ingest.parse.java.types import depth, in_array, short, type_of, type_parameters
from kg.ingest.parse.java.usages import note_components, note_constants, note_enum
from kg.schema import java
from kg.schema.facts import Artifact
from kg.schema.ids import Uid
from kg.schema.java import Code, JavaClass, JavaField, JavaMethod, JavaType
from kg.schema.vocabulary import Form, Kind

FORMS = {
    "class_declaration": Form.CLASS,
    "interface_declaration": Form.INTERFACE,
    "enum_declaration": Form.ENUM,
    "record_declaration": Form.RECORD,
    "annotation_type_declaration": Form.ANNOTATION,
}
CLASS_KINDS = ids(*FORMS)
_KEYWORDS = {form.value: form for form in (Form.CLASS, Form.INTERFACE, Form.ENUM, Form.RECORD)}
_IDENTIFIER = ids("identifier")
_METHODS = ids(
    "method_declaration",
    "constructor_declaration",
    "compact_constructor_declaration",
    "annotation_type_element_declaration",
)
_FIELDS = ids("field_declaration", "constant_declaration")
_ENUM_REST = ids("enum_body_declarations")
_ENUM_CONSTANT = ids("enum_constant")
_STATIC_BLOCK = ids("static_initializer")
_BLOCK = ids("block")
_CONSTRUCTOR = ids("constructor_declaration")
_CONSTANT = ids(
    "string_literal", "decimal_integer_literal", "true", "false", "null_literal", "character_literal",
    "decimal_floating_point_literal", "hex_integer_literal",
)  # fmt: skip
_LONGEST_FIELD = 400
"""Characters of a field in the text of its class: a table of constants is not its header."""
_BLOCK_COMMENT = ids("block_comment")
_LINE_COMMENT = ids("line_comment")
_TYPE_PARAMETERS = grammar_field("type_parameters")
_EXTENDS = ids("superclass", "extends_interfaces")
_IMPLEMENTS = ids("super_interfaces")
_TYPE_LIST = ids("type_list")


Supertypes = tuple[tuple[JavaType, ...], tuple[JavaType, ...]]
"""Extended and implemented."""


@dataclass(frozen=True, slots=True)
class _Declaration:
    """A class before its members are read."""

    node: Node
    nodes: list[Node]
    """What its body holds."""
    form: Form
    name: str
    """Empty for an anonymous class."""
    qualified_name: str
    member: bool
    header: Header
    doc: str
    title: str
    """The first line of its text."""
    supertypes: Supertypes
    components: Parameters = ()


@dataclass(slots=True)
class _Members:
    """What is gathered while the members of one class are read."""

    declaration: _Declaration
    statics: Initializer
    instances: Initializer
    fields: list[JavaField] = field(default_factory=list)
    methods: list[JavaMethod] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """Of the class's text: fields and signatures of members."""


def read_class(reading: Reading, node: Node, doc: str, qualified: str, member: bool) -> int:
    """A declared class; its index in the file."""
    name_node = node.child_by_field_id(NAME)
    header = header_of(reading, node)
    body = node.child_by_field_id(BODY)
    declaration = _Declaration(
        node=node,
        nodes=[] if body is None else body.children,
        form=FORMS[node.type],
        name="" if name_node is None else reading.slice(name_node),
        qualified_name=reading.name(qualified),
        member=member,
        header=header,
        doc=doc,
        title=signature_of(reading, node, header),
        supertypes=_supertypes(reading, node),
        components=parameters_of(reading, node.child_by_field_id(PARAMETERS))[0],
    )
    return _read(reading, declaration)


def read_broken_class(reading: Reading, node: Node, prefix: str) -> None:
    """A class whose end is missing is an ERROR with its pieces: header words, then whole members."""
    children = node.children
    for i, child in enumerate(children[:-1]):
        form = _KEYWORDS.get(child.type)
        if form is not None and children[i + 1].kind_id in _IDENTIFIER:
            break
    else:
        return
    name = reading.slice(children[i + 1])
    declaration = _Declaration(
        node=node,
        nodes=children[i + 2 :],
        form=form,
        name=name,
        qualified_name=reading.name(prefix + name),
        member=True,
        header=header_of(reading, node),
        doc="",
        title=f"{form} {name}",
        supertypes=_supertypes(reading, node),
    )
    _read(reading, declaration)


def define_local(reading: Reading, node: Node) -> int:
    """A class declared in a body."""
    name_node = node.child_by_field_id(NAME)
    name = "" if name_node is None else reading.slice(name_node)
    return read_class(reading, node, "", f"{reading.owner.qualified_name}${name}", member=False)


def define_anonymous(reading: Reading, body: Node, of: JavaType) -> int:
    """`new Runnable() { … }`: named after its supertype, in the method around it."""
    qualified = f"{reading.owner.qualified_name}${short(of)}"
    return _read(reading, _nameless(reading, body, qualified, of, f"new {short(of)}()"))


def _nameless(reading: Reading, body: Node, qualified: str, of: JavaType, title: str) -> _Declaration:
    return _Declaration(
        node=body,
        nodes=body.children,
        form=Form.CLASS,
        name="",
        qualified_name=reading.name(qualified),
        member=False,
        header=Header(),
        doc="",
        title=title,
        supertypes=((of,), ()),
    )


def _read(reading: Reading, declaration: _Declaration) -> int:
    node, qualified = declaration.node, declaration.qualified_name
    uid = reading.uid(qualified)
    index, place = len(reading.classes), len(reading.artifacts)
    reading.classes.append(None)
    owner, outer = reading.owner, reading.outer
    row = node.start_point[0]
    define(reading, owner.uid, uid, row, node.end_point[0])
    note_header(reading, declaration.header, uid, row)
    reading.owner, reading.outer = Owner(uid, qualified), index
    outer_name, reading.class_name = reading.class_name, declaration.name
    members = _Members(declaration, _initializer(reading, "<clinit>"), _initializer(reading, "<init>"))
    members.fields += [JavaField(name, of, False, True, False, ()) for name, of in declaration.components]
    _read_members(reading, declaration.nodes, members)
    prefix = _prefix(declaration)
    if prefix:
        note_components(reading, (name for name, _ in declaration.components), prefix)
    if declaration.form is Form.ENUM:
        note_enum(reading, declaration.nodes)
    end = len(reading.artifacts)
    found = [finish_initializer(reading, each, end) for each in (members.instances, members.statics)]
    reading.artifacts.insert(place, _artifact(reading, declaration, uid, members.lines))
    reading.owner, reading.outer, reading.class_name = owner, outer, outer_name
    reading.classes[index] = JavaClass(
        uid=uid,
        qualified_name=qualified,
        name=declaration.name,
        form=declaration.form,
        outer=outer,
        member=declaration.member,
        modifiers=frozenset(declaration.header.modifiers),
        annotations=declaration.header.annotation_names,
        type_parameters=type_parameters(reading, node.child_by_field_id(_TYPE_PARAMETERS)),
        extends=declaration.supertypes[0],
        implements=declaration.supertypes[1],
        fields=tuple(members.fields),
        methods=tuple(members.methods),
        initializers=tuple(each for each in found if each is not None),
        components=declaration.components,
        arguments=declaration.header.arguments,
    )
    return index


def _prefix(declaration: _Declaration) -> str:
    """What the keys of a class of properties begin with, dot included."""
    return next((key for key, _ in declaration.header.keys if key.endswith(".")), "")


def _initializer(reading: Reading, name: str) -> Initializer:
    qualified = f"{reading.owner.qualified_name}#{name}"
    return Initializer(Owner(reading.uid(qualified), qualified), name == "<clinit>")


def _artifact(reading: Reading, declaration: _Declaration, uid: Uid, lines: list[str]) -> Artifact:
    node = declaration.node
    text = "\n".join([declaration.title + " {", *(f"    {line}" for line in lines), "}"])
    return Artifact(
        kind=Kind.CLASS,
        uid=uid,
        name=declaration.name or "$" + declaration.qualified_name.rpartition("$")[2],
        qualified_name=declaration.qualified_name,
        origin=reading.unit.path,
        path=reading.unit.path,
        language="java",
        form=declaration.form,
        text=text,
        signature=declaration.title,
        package=reading.package,
        modifiers=declaration.header.modifiers,
        annotations=declaration.header.annotations,
        doc_comment=declaration.doc,
        lines=node.end_point[0] - node.start_point[0] + 1,
    )


def _supertypes(reading: Reading, node: Node) -> Supertypes:
    extends: list[JavaType] = []
    implements: list[JavaType] = []
    for child in node.children:
        if child.kind_id in _EXTENDS:
            extends += _types_in(reading, child)
        elif child.kind_id in _IMPLEMENTS:
            implements += _types_in(reading, child)
    return tuple(extends), tuple(implements)


def _types_in(reading: Reading, node: Node) -> list[JavaType]:
    found: list[JavaType] = []
    for child in named(node):
        if child.kind_id in _TYPE_LIST:
            found += _types_in(reading, child)
        else:
            found.append(type_of(reading, child))
    return found


def _read_members(reading: Reading, nodes: list[Node], members: _Members) -> None:
    doc: Node | None = None
    remarks: list[Node] = []
    for node in nodes:
        kind = node.kind_id
        if kind in _BLOCK_COMMENT:
            doc = node
            continue
        if kind in _LINE_COMMENT:
            remarks.append(node)
            continue
        if not node.is_named:
            continue
        if kind in _METHODS:
            _method(reading, node, _documentation(reading, doc, remarks, node), members)
        elif kind in _FIELDS:
            _fields(reading, node, members)
        elif kind in CLASS_KINDS:
            _member_class(reading, node, _documentation(reading, doc, remarks, node))
        elif kind in _ENUM_CONSTANT:
            _constant(reading, node, members, _declares_constructor(nodes))
        elif kind in _ENUM_REST:
            _read_members(reading, node.children, members)
        elif kind in _STATIC_BLOCK:
            read_piece(reading, members.statics, node, node.children[-1], None)
        elif kind in _BLOCK:
            read_piece(reading, members.instances, node, node, None)
        elif node.is_error:
            _read_members(reading, node.children, members)
        doc = None
        remarks = []


def _documentation(reading: Reading, comment: Node | None, remarks: list[Node], node: Node) -> str:
    """The `/** … */` of a member, and the `//` lines right above it: older code has only these."""
    written = "" if comment is None else documentation(reading.slice(comment))
    row = node.start_point[0]
    lines: list[str] = []
    for remark in reversed(remarks):
        row -= 1
        before = remark.prev_sibling
        trails = before is not None and before.end_point[0] == remark.start_point[0]
        if remark.start_point[0] != row or trails:
            break
        lines.append(reading.slice(remark).strip("/ \t"))
    return "\n".join(part for part in (written, *reversed(lines)) if part)


def _method(reading: Reading, node: Node, doc: str, members: _Members) -> None:
    declaration = members.declaration
    method, signature = read_method(
        reading, node, doc, declaration.header.annotation_names, declaration.components
    )
    members.methods.append(method)
    members.lines.append(signature + ";")


def _member_class(reading: Reading, node: Node, doc: str) -> None:
    name = node.child_by_field_id(NAME)
    simple = "" if name is None else reading.slice(name)
    read_class(reading, node, doc, f"{reading.owner.qualified_name}.{simple}", member=True)


def _fields(reading: Reading, node: Node, members: _Members) -> None:
    header = header_of(reading, node)
    first = next(iter(node.children_by_field_id(DECLARATOR)), None)
    name_of = None if first is None else first.child_by_field_id(NAME)
    member = "" if name_of is None else reading.slice(name_of)
    note_header(reading, header, reading.owner.uid, members.declaration.node.start_point[0], member)
    of = type_of(reading, node.child_by_field_id(TYPE))
    form = members.declaration.form
    static = "static" in header.modifiers or form in (Form.INTERFACE, Form.ANNOTATION)
    final = "final" in header.modifiers
    prefix = _prefix(members.declaration)
    starts = final or form is Form.INTERFACE or ("private" in header.modifiers and not prefix)
    note_constants(reading, node, header.annotation_names, prefix, fixed=starts)
    members.lines.append(" ".join(reading.slice(node).split())[:_LONGEST_FIELD])
    for declarator in node.children_by_field_id(DECLARATOR):
        name_node, value = declarator.child_by_field_id(NAME), declarator.child_by_field_id(VALUE)
        if name_node is None:
            continue
        name = reading.slice(name_node)
        each = in_array(of, depth(reading, declarator))
        members.fields.append(
            JavaField(name, each, static, final, value is not None, header.annotation_names, header.arguments)
        )
        if value is not None and value.kind_id not in _CONSTANT:
            initializer = members.statics if static else members.instances
            read_piece(reading, initializer, node, value, (java.NAME, name))


def _declares_constructor(nodes: list[Node]) -> bool:
    rest = [child for node in nodes if node.kind_id in _ENUM_REST for child in node.children]
    return any(child.kind_id in _CONSTRUCTOR for child in rest)


def _constant(reading: Reading, node: Node, members: _Members, calls_constructor: bool) -> None:
    """An enum constant is a static field; its body is a class of its own, named after it."""
    name_node = node.child_by_field_id(NAME)
    if name_node is None:
        return
    name, of = reading.slice(name_node), members.declaration.name
    members.fields.append(JavaField(name, of, True, True, True, ()))
    members.lines.append(name + ",")
    if calls_constructor or node.child_by_field_id(ARGUMENTS) or node.child_by_field_id(BODY):
        read_piece(reading, members.statics, node, node, (java.NAME, name))


@expression("enum_constant")
def constant_code(reading: Reading, node: Node) -> Code:
    """What an enum constant runs: its constructor, then it is a class of its own if it has a body."""
    name_node, body = node.child_by_field_id(NAME), node.child_by_field_id(BODY)
    name = "" if name_node is None else reading.slice(name_node)
    holder = reading.class_name
    row, column = node.start_point[0], reading.column(node)
    place = len(reading.sites)
    reading.site(row, column, f"new {holder}", 0)
    codes = arguments_of(reading, node.child_by_field_id(ARGUMENTS))
    reading.sites[place] = f"{row - reading.row}:{column} new {holder}/{len(codes)}"
    index = -1
    if body is not None:
        owner = reading.owner.qualified_name.rpartition("#")[0]
        index = _read(reading, _nameless(reading, body, f"{owner}.{name}", holder, name))
    return (java.NEW, row, column, holder, codes, None, index)
