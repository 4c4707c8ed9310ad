"""Classes and objects of every form, top-level to anonymous: an artifact and a `KotlinClass` each."""

from dataclasses import dataclass, field

from tree_sitter import Node

from kg.ingest.parse.kotlin.calls import arguments_of
from kg.ingest.parse.kotlin.functions import (
    owner_name,
    parameters_of,
    read_constructor,
    read_function,
)
from kg.ingest.parse.kotlin.grammar import (
    ARGUMENTS,
    CLASS,
    CLASS_BODIES,
    CONSTRAINTS,
    FUNCTION,
    IDENTIFIER,
    NAME,
    PROPERTY,
    TYPE_PARAMETERS,
    child_of,
    ids,
    named,
)
from kg.ingest.parse.kotlin.headers import (
    NONE,
    Header,
    documentation_above,
    header_of,
    note_header,
    note_keys,
    signature_between,
)
from kg.ingest.parse.kotlin.initializers import Initializer, finish, start
from kg.ingest.parse.kotlin.properties import read_property
from kg.ingest.parse.kotlin.reading import Owner, Reading
from kg.ingest.parse.kotlin.types import short, type_of, type_parameters
from kg.schema import kotlin
from kg.schema.facts import Artifact
from kg.schema.ids import Uid
from kg.schema.kotlin import Code, KotlinClass, KotlinFunction, KotlinProperty, KotlinType
from kg.schema.vocabulary import Form, Kind

_COMPANION = ids("companion_object")
_INIT = ids("anonymous_initializer")
_SECONDARY = ids("secondary_constructor")
_PRIMARY = ids("primary_constructor")
_CLASS_PARAMETERS = ids("class_parameters")
_CLASS_PARAMETER = ids("class_parameter")
_ENUM_ENTRY = ids("enum_entry")
_SPECIFIERS = ids("delegation_specifiers")
_SPECIFIER = ids("delegation_specifier")
_INVOCATION = ids("constructor_invocation")
_EXPLICIT = ids("explicit_delegation")
_OBJECTS = ids("object_declaration", "companion_object", "object_literal")
_VALUES = ("val", "var")
_WORDS = {"class": Form.CLASS, "interface": Form.INTERFACE, "object": Form.OBJECT}


@dataclass(slots=True)
class _Members:
    """What is gathered while the members of one class are read."""

    row: int
    annotations: tuple[str, ...]
    initializer: Initializer
    functions: list[KotlinFunction] = field(default_factory=list)
    constructors: list[KotlinFunction] = field(default_factory=list)
    properties: list[KotlinProperty] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """Of the class's text: properties and signatures of members."""


@dataclass(frozen=True, slots=True)
class _Declaration:
    """A class before its members are read."""

    node: Node
    name: str
    qualified_name: str
    form: Form
    member: bool
    header: Header
    supertypes: tuple[KotlinType, ...] = ()
    body: Node | None = None
    title: str = ""


def read_class(reading: Reading, node: Node) -> int:
    """A declared class or object; its index in the file."""
    name_node = node.child_by_field_id(NAME) or child_of(node, IDENTIFIER)
    name = "" if name_node is None else reading.word(name_node)
    if node.kind_id in _COMPANION and not name:
        name = "Companion"
    header = header_of(reading, node)
    declaration = _declaration(reading, node, name, header, member=reading.owner.separator != "$")
    return _read(reading, declaration, _inside(declaration.body))


def _inside(body: Node | None) -> list[Node]:
    return [] if body is None else body.children


def without_broken_class(reading: Reading, node: Node) -> list[Node]:
    """A class whose end is missing is an ERROR with its pieces: header words, then whole members. It is
    read here; what stands before it is given back."""
    children = node.children
    for i, child in enumerate(children[:-1]):
        form = _WORDS.get(child.type)
        if form is not None and children[i + 1].kind_id in IDENTIFIER:
            break
    else:
        return children
    name = reading.word(children[i + 1])
    package = f"{reading.package}." if reading.package else ""
    declaration = _Declaration(
        node=node,
        name=name,
        qualified_name=reading.name(package + name),
        form=form,
        member=True,
        header=NONE,
        title=f"{form} {name}",
    )
    _read(reading, declaration, children[i + 2 :])
    return children[:i]


def define_local(reading: Reading, node: Node) -> int:
    """A class declared in a body."""
    reading.marks += 1
    return read_class(reading, node)


def define_object(reading: Reading, node: Node) -> int:
    """`object : Runnable { … }`: named after its supertype, in the function around it."""
    reading.marks += 1
    supertypes = _supertypes(reading, child_of(node, _SPECIFIERS))
    shown = short(supertypes[0]) if supertypes else "object"
    qualified = f"{reading.owner.qualified_name}${shown}"
    declaration = _Declaration(
        node=node,
        name="",
        qualified_name=reading.name(qualified),
        form=Form.CLASS,
        member=False,
        header=NONE,
        supertypes=supertypes,
        body=child_of(node, CLASS_BODIES),
        title=f"object : {shown}",
    )
    return _read(reading, declaration, _inside(declaration.body))


def _declaration(reading: Reading, node: Node, name: str, header: Header, member: bool) -> _Declaration:
    body = child_of(node, CLASS_BODIES)
    owner = reading.owner
    scripted = owner.separator == "." and reading.unit.path.endswith(".kts")
    if owner.separator == "#":
        qualified = f"{owner.qualified_name}.{name}"
    elif owner.separator == "$":
        qualified = f"{owner.qualified_name}${name}"
    elif scripted:
        qualified = owner_name(reading, header) + name
    else:
        qualified = f"{reading.package}.{name}" if reading.package else name
    return _Declaration(
        node=node,
        name=name,
        qualified_name=reading.name(qualified),
        form=_form(node, header),
        member=member,
        header=header,
        supertypes=_supertypes(reading, child_of(node, _SPECIFIERS)),
        body=body,
        title=signature_between(reading, node, node.end_byte if body is None else body.start_byte, header),
    )


def _form(node: Node, header: Header) -> Form:
    if node.kind_id in _OBJECTS:
        return Form.OBJECT
    if any(child.type == "interface" for child in node.children):
        return Form.INTERFACE
    if "enum" in header.modifiers:
        return Form.ENUM
    if "annotation" in header.modifiers:
        return Form.ANNOTATION
    return Form.CLASS


def _supertypes(reading: Reading, node: Node | None) -> tuple[KotlinType, ...]:
    found: list[KotlinType] = []
    for child in node.children if node is not None else ():
        if child.kind_id in _SPECIFIER:
            inner = named(child)[0]
            if inner.kind_id in _INVOCATION or inner.kind_id in _EXPLICIT:
                inner = named(inner)[0]
            found.append(type_of(reading, inner))
    return tuple(found)


def _read(reading: Reading, declaration: _Declaration, inside: list[Node]) -> int:
    node, qualified = declaration.node, declaration.qualified_name
    uid = reading.uid(qualified)
    index, place = len(reading.classes), len(reading.artifacts)
    reading.classes.append(None)
    owner, outer = reading.owner, reading.outer
    row = node.start_point[0]
    reading.define(owner.uid, uid, row, node.end_point[0])
    note_header(reading, declaration.header, uid, row)
    reading.owner, reading.outer = Owner(uid, qualified, "#"), index
    primary_node = child_of(node, _PRIMARY)
    initializer = start(reading, primary_node)
    members = _Members(row, declaration.header.annotation_names, initializer)
    primary = _primary(reading, primary_node, members)
    _header_calls(reading, child_of(node, _SPECIFIERS), initializer)
    for child in inside:
        _member(reading, child, members)
    found = finish(reading, initializer, primary_node)
    reading.artifacts.insert(place, _artifact(reading, declaration, uid, members.lines))
    reading.owner, reading.outer = owner, outer
    reading.classes[index] = KotlinClass(
        uid=uid,
        qualified_name=qualified,
        name=declaration.name,
        form=declaration.form,
        outer=outer,
        member=declaration.member,
        companion=node.kind_id in _COMPANION,
        modifiers=frozenset(declaration.header.modifiers),
        annotations=declaration.header.annotation_names,
        type_parameters=type_parameters(
            reading, child_of(node, TYPE_PARAMETERS), child_of(node, CONSTRAINTS)
        ),
        supertypes=declaration.supertypes,
        primary=primary,
        constructors=tuple(members.constructors),
        functions=tuple(members.functions),
        properties=tuple(members.properties),
        entries=tuple(members.entries),
        initializer=found,
    )
    return index


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
        language="kotlin",
        form=declaration.form,
        text=text,
        signature=declaration.title,
        package=reading.package,
        modifiers=declaration.header.modifiers,
        annotations=declaration.header.annotations,
        doc_comment=documentation_above(reading, node),
        lines=node.end_point[0] - node.start_point[0] + 1,
    )


def _primary(reading: Reading, node: Node | None, members: _Members) -> KotlinFunction | None:
    """The primary constructor as declared; its artifact is made with the initializer."""
    if node is None:
        return None
    initializer = members.initializer
    with initializer.reading(reading):
        parameters = parameters_of(reading, child_of(node, _CLASS_PARAMETERS))
    header = header_of(reading, node)
    for each in (header, *parameters.headers):
        note_keys(reading, each, initializer.owner.uid, node.start_point[0])
    brackets = child_of(node, _CLASS_PARAMETERS)
    written = [] if brackets is None else [c for c in brackets.children if c.kind_id in _CLASS_PARAMETER]
    for parameter, head, child in zip(parameters.declared, parameters.headers, written, strict=True):
        words = [each.type for each in child.children if each.type in _VALUES]
        if words:
            of = ("Array", (parameter.type,)) if parameter.vararg else parameter.type
            members.properties.append(_stored(parameter.name, of, words[0] == "var", head))
            members.lines.append(" ".join(reading.slice(child).split()))
    return KotlinFunction(
        uid=initializer.owner.uid,
        name="<init>",
        type_parameters=(),
        receiver=None,
        parameters=parameters.declared,
        result=None,
        modifiers=frozenset(header.modifiers),
        annotations=header.annotation_names,
        jvm_name="",
        row=node.start_point[0],
        has_body=True,
        is_expression=False,
        body=None,
        defaults=parameters.defaults,
    )


def _stored(name: str, of: KotlinType, mutable: bool, header: Header) -> KotlinProperty:
    return KotlinProperty(
        name, (), None, of, None, None, None, None, mutable, frozenset(header.modifiers), header.annotation_names,
        header.jvm_name,
    )  # fmt: skip


def _header_calls(reading: Reading, node: Node | None, initializer: Initializer) -> None:
    """Constructors of supertypes, and what `by` delegates to."""
    for child in node.children if node is not None else ():
        if child.kind_id not in _SPECIFIER:
            continue
        inner = named(child)[0]
        if inner.kind_id in _INVOCATION:
            initializer.value(reading, child, inner)
        elif inner.kind_id in _EXPLICIT:
            initializer.value(reading, child, named(inner)[-1])


def _member(reading: Reading, node: Node, members: _Members) -> None:
    kind = node.kind_id
    if kind in FUNCTION:
        function, signature = read_function(reading, node, members.annotations)
        members.functions.append(function)
        members.lines.append(signature)
    elif kind in PROPERTY:
        found, line = read_property(reading, node, members.initializer, members.row)
        members.properties.append(found)
        members.lines.append(line)
    elif kind in CLASS or kind in _COMPANION:
        read_class(reading, node)
    elif kind in _SECONDARY:
        constructor, signature = read_constructor(reading, node, members.annotations)
        members.constructors.append(constructor)
        members.lines.append(signature)
    elif kind in _INIT:
        members.initializer.block(reading, node, named(node)[-1])
    elif kind in _ENUM_ENTRY:
        _entry(reading, node, members)
    elif node.is_error:
        for child in node.children:
            _member(reading, child, members)


def _entry(reading: Reading, node: Node, members: _Members) -> None:
    """An enum entry calls the constructor; its body is a class of its own, named after it."""
    name_node = child_of(node, IDENTIFIER)
    if name_node is None:
        return
    name = reading.word(name_node)
    members.entries.append(name)
    members.lines.append(name + ",")
    initializer, holder = members.initializer, reading.owner
    with initializer.reading(reading):
        row, column = node.start_point[0], reading.column(node)
        brackets, body = child_of(node, ARGUMENTS), child_of(node, CLASS_BODIES)
        if brackets is not None:
            place = len(reading.sites)
            reading.site(row, column, f"{name}", 0)
            arguments = arguments_of(reading, brackets)
            reading.sites[place] = f"{row - reading.row}:{column} {name}/{len(arguments)}"
        else:
            arguments = ()
        index = -1
        if body is not None:
            simple = holder.qualified_name.rpartition(".")[2]
            qualified = reading.name(f"{holder.qualified_name}.{name}")
            declaration = _Declaration(node, "", qualified, Form.CLASS, False, NONE, (simple,), body, name)
            index = _read(reading, declaration, body.children)
        code: Code = (kotlin.ENTRY, row, column, index, arguments)
    initializer.add(reading, node, code)
