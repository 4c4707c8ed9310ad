"""Methods, constructors and initialisers: an artifact and a `JavaMethod` each."""

from dataclasses import dataclass, field

from tree_sitter import Node

from kg.ingest.parse.java.entries import entry_of
from kg.ingest.parse.java.expressions import UNKNOWN, code_of
from kg.ingest.parse.java.grammar import BODY, NAME, PARAMETERS, TYPE, ids, named
from kg.ingest.parse.java.grammar import field as grammar_field
from kg.ingest.parse.java.headers import Header, header_of, note_header, signature_of
from kg.ingest.parse.java.reading import Owner, Reading
from kg.ingest.parse.java.statements import statement_of
from kg.ingest.parse.java.trivial import is_trivial
from kg.ingest.parse.java.types import depth, in_array, short, type_of, type_parameters
from kg.ingest.parse.java.usages import note_filled_parameter
from kg.schema.facts import Artifact, Edge
from kg.schema.ids import Uid
from kg.schema.java import ASSIGN, SEQUENCE, Code, JavaInitializer, JavaMethod, JavaType, pack
from kg.schema.vocabulary import EdgeType, Form, Kind

_TYPE_PARAMETERS = grammar_field("type_parameters")
_FORMAL = ids("formal_parameter")
_SPREAD = ids("spread_parameter")
_DECLARATOR = ids("variable_declarator")
_CONSTRUCTORS = ids("constructor_declaration", "compact_constructor_declaration")
_COMPACT = ids("compact_constructor_declaration")
_CALLS = ids("explicit_constructor_invocation")
_BY_NAME = frozenset({"Qualifier", "Named"})

Parameters = tuple[tuple[str, JavaType], ...]
Annotated = tuple[tuple[int, Node], ...]


@dataclass(slots=True)
class Initializer:
    """`<init>` or `<clinit>` of a class while its pieces are gathered."""

    owner: Owner
    static: bool
    row: int = -1
    end_row: int = -1
    sites: list[str] = field(default_factory=list)
    decisions: int = 0
    codes: list[Code] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def parameters_of(reading: Reading, node: Node | None) -> tuple[Parameters, bool]:
    """Names and types, and whether the last one is variable (its type is then an array)."""
    found: list[tuple[str, JavaType]] = []
    varargs = False
    for child in node.children if node is not None else ():
        if child.kind_id in _FORMAL:
            name = child.child_by_field_id(NAME)
            of = type_of(reading, child.child_by_field_id(TYPE))
            if of == "void":
                continue  # half-typed: the next method read as a parameter
            found.append(("" if name is None else reading.slice(name), in_array(of, depth(reading, child))))
        elif child.kind_id in _SPREAD:
            found.append(_spread(reading, child))
            varargs = True
    return tuple(found), varargs


def _spread(reading: Reading, node: Node) -> tuple[str, JavaType]:
    name = ""
    of: JavaType = "?"
    for child in named(node):
        if child.kind_id in _DECLARATOR:
            named_node = child.child_by_field_id(NAME)
            name = reading.slice(child if named_node is None else named_node)
        elif child.type != "modifiers" and "annotation" not in child.type:
            of = type_of(reading, child)
    return name, ("[]", (of,))


def read_method(
    reading: Reading, node: Node, doc: str, of_class: tuple[str, ...], components: Parameters
) -> tuple[JavaMethod, str]:
    """The method and its signature (for the text of its class)."""
    header = header_of(reading, node)
    name_node, body = node.child_by_field_id(NAME), node.child_by_field_id(BODY)
    is_constructor = node.kind_id in _CONSTRUCTORS
    name = "<init>" if is_constructor else "" if name_node is None else reading.slice(name_node)
    parameters, varargs = parameters_of(reading, node.child_by_field_id(PARAMETERS))
    if node.kind_id in _COMPACT:
        parameters = components
    outer = reading.owner
    types = tuple(of for _, of in parameters)
    qualified = reading.name(f"{outer.qualified_name}#{name}({','.join(map(short, types))})")
    uid = reading.uid(qualified)
    row, end_row = node.start_point[0], node.end_point[0]
    place = len(reading.artifacts)
    reading.owner = Owner(uid, qualified)
    code, sites, decisions = read_body(reading, body, row)
    annotated = _annotated(node)
    _note_parameter_keys(reading, annotated, header, uid, row)
    reading.owner = outer
    result = (
        None
        if is_constructor
        else in_array(type_of(reading, node.child_by_field_id(TYPE)), depth(reading, node))
    )
    signature = signature_of(reading, node, header)
    words = frozenset(header.modifiers)
    reading.artifacts.insert(
        place,
        Artifact(
            kind=Kind.METHOD,
            uid=uid,
            name=name,
            qualified_name=qualified,
            origin=reading.unit.path,
            path=reading.unit.path,
            language="java",
            form=Form.CONSTRUCTOR if is_constructor else Form.METHOD,
            text=reading.slice(node),
            signature=signature,
            package=reading.package,
            modifiers=header.modifiers,
            annotations=header.annotations,
            doc_comment=doc,
            call_sites=tuple(sites),
            complexity=_complexity(body, decisions),
            lines=end_row - row + 1,
            entry=entry_of(name, header.annotation_names, words, types, of_class),
        ),
    )
    define(reading, outer.uid, uid, row, end_row)
    method = JavaMethod(
        uid=uid,
        name=name,
        type_parameters=type_parameters(reading, node.child_by_field_id(_TYPE_PARAMETERS)),
        parameters=parameters,
        varargs=varargs,
        result=result,
        modifiers=words,
        annotations=header.annotation_names,
        row=row,
        has_body=body is not None,
        body=None if code is None else pack(code),
        arguments=header.arguments,
        asked=_asked(reading, annotated) if parameters else (),
    )
    return method, signature


def define(reading: Reading, source: Uid, target: Uid, row: int, end_row: int) -> None:
    reading.edges.append(Edge(EdgeType.DEFINES, source, target, start_line=row + 1, end_line=end_row + 1))


def read_body(reading: Reading, body: Node | None, row: int) -> tuple[Code | None, list[str], int]:
    """Code, call sites and decisions of a body; what surrounds it is put back afterwards."""
    if body is None:
        return None, [], 0
    kept = (reading.row, reading.sites, reading.decisions, reading.marks)
    reading.row, reading.sites, reading.decisions = row, [], 0
    code: Code | None = statement_of(reading, body)
    if code is UNKNOWN or reading.marks == kept[3]:
        code = None
    found = (code, reading.sites, reading.decisions)
    reading.row, reading.sites, reading.decisions, _ = kept
    return found


def _complexity(body: Node | None, decisions: int) -> int:
    if body is None or (decisions == 0 and is_trivial(body)):
        return 0
    return decisions + 1


def _note_parameter_keys(reading: Reading, annotated: Annotated, header: Header, uid: Uid, row: int) -> None:
    note_header(reading, header, uid, row)
    for _, child in annotated:
        of_parameter, name = header_of(reading, child), child.child_by_field_id(NAME)
        note_header(reading, of_parameter, uid, row, "" if name is None else reading.slice(name))
        if of_parameter.keys:
            note_filled_parameter(reading, child)


def _annotated(node: Node) -> Annotated:
    """The parameters that can have annotations, with their place: more than a type and a name."""
    parameters = node.child_by_field_id(PARAMETERS)
    formal = (c for c in (parameters.children if parameters is not None else ()) if c.kind_id in _FORMAL)
    return tuple((at, child) for at, child in enumerate(formal) if child.child_count > 2)


def _asked(reading: Reading, annotated: Annotated) -> tuple[tuple[int, str], ...]:
    """The parameters with a name in brackets (`@Qualifier`, `@Named`), by their place."""
    return tuple(
        (at, values[0])
        for at, child in annotated
        for name, key, values in header_of(reading, child).arguments
        if name in _BY_NAME and key == "value"
    )


def read_piece(
    reading: Reading, initializer: Initializer, node: Node, value: Node, target: Code | None
) -> None:
    """One field's value or one initialiser block: kept if it decides a call, or is a static block."""
    is_block = target is None
    first = node.start_point[0]
    outer, marks = reading.owner, reading.marks
    kept = (reading.row, reading.sites, reading.decisions)
    reading.row = first if initializer.row < 0 else initializer.row
    reading.sites, reading.decisions = initializer.sites, initializer.decisions
    reading.owner = initializer.owner
    code = statement_of(reading, value) if is_block else _stored(reading, value, target)
    if reading.marks > marks or is_block:
        initializer.row = reading.row
        initializer.end_row = node.end_point[0]
        initializer.codes.append(code)
        initializer.texts.append(reading.slice(node))
        initializer.decisions = reading.decisions
    reading.row, reading.sites, reading.decisions = kept
    reading.owner = outer


def _stored(reading: Reading, value: Node, target: Code | None) -> Code:
    return (ASSIGN, target, code_of(reading, value))


def finish_initializer(reading: Reading, initializer: Initializer, place: int) -> JavaInitializer | None:
    """Its artifact, if there is anything to it."""
    if initializer.row < 0:
        return None
    owner = initializer.owner
    reading.artifacts.insert(
        place,
        Artifact(
            kind=Kind.METHOD,
            uid=owner.uid,
            name="<clinit>" if initializer.static else "<init>",
            qualified_name=owner.qualified_name,
            origin=reading.unit.path,
            path=reading.unit.path,
            language="java",
            form=Form.INITIALIZER,
            text="\n".join(initializer.texts),
            signature="static initializer" if initializer.static else "instance initializer",
            package=reading.package,
            modifiers=("static",) if initializer.static else (),
            call_sites=tuple(initializer.sites),
            complexity=initializer.decisions + 1,
            lines=initializer.end_row - initializer.row + 1,
        ),
    )
    define(reading, reading.owner.uid, owner.uid, initializer.row, initializer.end_row)
    body = (SEQUENCE, tuple(code for code in initializer.codes if code is not UNKNOWN))
    return JavaInitializer(owner.uid, initializer.row, initializer.static, pack(body))
