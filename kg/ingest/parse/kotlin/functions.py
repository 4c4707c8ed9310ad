"""Functions, constructors and accessors: an artifact and a `KotlinFunction` each."""

from dataclasses import dataclass

from tree_sitter import Node

from kg.ingest.parse.kotlin.entries import entry_of
from kg.ingest.parse.kotlin.expressions import code_of
from kg.ingest.parse.kotlin.grammar import (
    BLOCK,
    BODY,
    COMMENTS,
    CONSTRAINTS,
    IDENTIFIER,
    NAME,
    PARAMETERS,
    TYPE_PARAMETERS,
    TYPES,
    child_of,
    ids,
    named,
)
from kg.ingest.parse.kotlin.headers import (
    NONE,
    Header,
    documentation_above,
    header_in,
    header_of,
    note_header,
    signature_between,
)
from kg.ingest.parse.kotlin.reading import UNKNOWN, UNTYPED, Owner, Reading
from kg.ingest.parse.kotlin.types import TypeParameters, short, type_of, type_parameters
from kg.schema.facts import Artifact
from kg.schema.kotlin import SEQUENCE, Code, KotlinFunction, KotlinParameter, KotlinType
from kg.schema.vocabulary import Form, Kind

_PARAMETER = ids("parameter", "class_parameter")
_PARAMETER_MODIFIERS = ids("parameter_modifiers")
_DELEGATION = ids("constructor_delegation_call")
_PLAIN = ids(
    "identifier", "navigation_expression", "this_expression", "string_literal", "number_literal",
    "float_literal", "character_literal", "property_declaration",
)  # fmt: skip
_RETURN, _ASSIGNMENT = ids("return_expression"), ids("assignment")
_LONGEST_TRIVIAL = 12


@dataclass(frozen=True, slots=True)
class Parameters:
    """A parameter list: what is declared, and what its default values run."""

    declared: tuple[KotlinParameter, ...] = ()
    defaults: tuple[Code, ...] = ()
    headers: tuple[Header, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """A declaration before its body is read."""

    name: str
    form: Form
    header: Header = NONE
    receiver: KotlinType | None = None
    result: KotlinType | None = None
    type_parameters: TypeParameters = ()
    shown: str = ""
    """The name in the qualified name, where it is another: `<get-short>`."""
    jvm_name: str = ""
    of_class: tuple[str, ...] = ()
    """Annotations of the class around it."""


def parameters_of(reading: Reading, node: Node | None) -> Parameters:
    """Names, types and default values; a default value may stand behind its parameter."""
    declared: list[KotlinParameter] = []
    defaults: list[Code] = []
    headers: list[Header] = []
    before = NONE
    for child in node.children if node is not None else ():
        if child.kind_id in _PARAMETER_MODIFIERS:
            before = header_in(reading, child.children)
        elif child.kind_id in _PARAMETER:
            header = before if before is not NONE else header_of(reading, child)
            parameter, default = _parameter(reading, child, header)
            declared.append(parameter)
            headers.append(header)
            defaults += default
            before = NONE
        elif child.is_named and child.kind_id not in COMMENTS and declared:
            last = declared[-1]
            declared[-1] = KotlinParameter(last.name, last.type, True, last.vararg)
            code = code_of(reading, child)
            if code is not UNKNOWN:
                defaults.append(code)
    return Parameters(tuple(declared), tuple(defaults), tuple(headers))


def _parameter(reading: Reading, node: Node, header: Header) -> tuple[KotlinParameter, list[Code]]:
    name, of = "", UNTYPED
    optional = False
    defaults: list[Code] = []
    for child in node.children:
        if child.type == "=":
            optional = True
        elif optional and child.is_named:
            code = code_of(reading, child)
            defaults += [code] if code is not UNKNOWN else []
        elif child.kind_id in IDENTIFIER:
            name = reading.word(child)
        elif child.kind_id in TYPES:
            of = type_of(reading, child)
    return KotlinParameter(name, of, optional, "vararg" in header.modifiers), defaults


def head_of(reading: Reading, node: Node, of_class: tuple[str, ...]) -> Head:
    """Of a `fun`: its name, receiver, result and type parameters."""
    header = header_of(reading, node)
    name_node = node.child_by_field_id(NAME)
    receiver: KotlinType | None = None
    result: KotlinType | None = None
    for child in node.children:
        if child.kind_id in TYPES:
            if name_node is not None and child.start_byte > name_node.start_byte:
                result = type_of(reading, child)
            else:
                receiver = type_of(reading, child)
    return Head(
        name="" if name_node is None else reading.word(name_node),
        form=Form.FUNCTION if reading.owner.separator == "." else Form.METHOD,
        header=header,
        receiver=receiver,
        result=result,
        type_parameters=type_parameters(
            reading, child_of(node, TYPE_PARAMETERS), child_of(node, CONSTRAINTS)
        ),
        jvm_name=header.jvm_name,
        of_class=of_class,
    )


def define_function(reading: Reading, node: Node) -> KotlinFunction:
    """A function declared in a body."""
    return read_function(reading, node, ())[0]


def read_function(reading: Reading, node: Node, of_class: tuple[str, ...]) -> tuple[KotlinFunction, str]:
    """The function and its signature (for the text of its class)."""
    head = head_of(reading, node, of_class)
    return read(reading, node, head, child_of(node, PARAMETERS), child_of(node, BODY))


def read_constructor(reading: Reading, node: Node, of_class: tuple[str, ...]) -> tuple[KotlinFunction, str]:
    """A secondary constructor."""
    head = Head("<init>", Form.CONSTRUCTOR, header_of(reading, node), of_class=of_class)
    return read(reading, node, head, child_of(node, PARAMETERS), child_of(node, BLOCK))


def read(
    reading: Reading, node: Node, head: Head, parameters_node: Node | None, body: Node | None
) -> tuple[KotlinFunction, str]:
    outer, place = reading.owner, len(reading.artifacts)
    row, end_row = node.start_point[0], node.end_point[0]
    kept = (reading.row, reading.sites, reading.decisions, reading.marks)
    reading.row, reading.sites, reading.decisions = row, [], 0
    sites = reading.sites
    types = types_of(reading, parameters_node)  # first: default values belong to the name they make
    qualified = reading.name(qualified_name(reading, head, types))
    uid = reading.uid(qualified)
    reading.owner = Owner(uid, qualified, "$")
    parameters = parameters_of(reading, parameters_node)
    code = code_of(reading, body) if body is not None else None
    code = _with_delegation(reading, node, code)
    decisions = reading.decisions
    reading.row, reading.sites, reading.decisions, _ = kept
    for header in (head.header, *parameters.headers):
        note_header(reading, header, uid, row)
    reading.owner = outer
    is_expression = body is not None and body.kind_id in BODY and body.children[0].type == "="
    function = KotlinFunction(
        uid=uid,
        name=head.name,
        type_parameters=head.type_parameters,
        receiver=head.receiver,
        parameters=parameters.declared,
        result=head.result,
        modifiers=frozenset(head.header.modifiers),
        annotations=head.header.annotation_names,
        jvm_name=head.jvm_name,
        row=row,
        has_body=body is not None,
        is_expression=is_expression,
        body=None if code is UNKNOWN else code,
        defaults=parameters.defaults,
    )
    end = node.end_byte if body is None else body.start_byte
    signature = signature_between(reading, node, end, head.header)
    complexity = 0 if body is None or (not decisions and _is_trivial(body)) else decisions + 1
    artifact = _artifact(reading, node, function, head, qualified, signature, tuple(sites), complexity)
    reading.artifacts.insert(place, artifact)
    reading.define(outer.uid, uid, row, end_row)
    return function, signature


def types_of(reading: Reading, node: Node | None) -> tuple[KotlinType, ...]:
    return tuple(
        type_of(reading, child_of(child, TYPES))
        for child in (node.children if node is not None else ())
        if child.kind_id in _PARAMETER
    )


def qualified_name(reading: Reading, head: Head, types: tuple[KotlinType, ...]) -> str:
    """`acme.Pay#charge(Order)`, `acme.mask(String.)`; what is private at the top of a file, or has no
    package, is named by the file too: other files may have the same."""
    words = [short(head.receiver) + "."] if head.receiver is not None else []
    words += [short(of) for of in types]
    return f"{owner_name(reading, head.header)}{head.shown or head.name}({','.join(words)})"


def owner_name(reading: Reading, header: Header) -> str:
    owner = reading.owner
    if owner.separator != ".":
        return owner.qualified_name + owner.separator
    package = f"{reading.package}." if reading.package else ""
    if "private" in header.modifiers or not package or reading.unit.path.endswith(".kts"):
        return f"{package}{reading.facade}."
    return package


def _with_delegation(reading: Reading, node: Node, code: Code | None) -> Code | None:
    """`constructor(x: Int) : this(x, 1) { … }` calls the other one first."""
    call = child_of(node, _DELEGATION)
    if call is None:
        return code
    first = code_of(reading, call)
    return (SEQUENCE, (first,) if code is None else (first, code))


def _artifact(
    reading: Reading,
    node: Node,
    function: KotlinFunction,
    head: Head,
    qualified: str,
    signature: str,
    sites: tuple[str, ...],
    complexity: int,
) -> Artifact:
    header = head.header
    is_free = reading.owner.separator == "."
    return Artifact(
        kind=Kind.METHOD,
        uid=function.uid,
        name=head.shown or head.name,
        qualified_name=qualified,
        origin=reading.unit.path,
        path=reading.unit.path,
        language="kotlin",
        form=head.form,
        text=reading.slice(node),
        signature=signature,
        package=reading.package,
        modifiers=header.modifiers,
        annotations=header.annotations,
        doc_comment=documentation_above(reading, node),
        call_sites=sites,
        complexity=complexity,
        lines=node.end_point[0] - node.start_point[0] + 1,
        entry=entry_of(head.name, header.annotation_names, function.parameters, head.of_class, is_free),
    )


def _is_trivial(body: Node) -> bool:
    """Empty, a constant, a getter, a setter, constructors that store."""
    inner = named(body)
    if body.kind_id in BODY and inner and inner[-1].kind_id in BLOCK:
        inner = named(inner[-1])
    if len(inner) > _LONGEST_TRIVIAL:
        return False
    return all(_is_plain(each) for each in inner)


def _is_plain(node: Node) -> bool:
    if node.kind_id in _RETURN or node.kind_id in _ASSIGNMENT:
        return all(child.kind_id in _PLAIN for child in named(node))
    return node.kind_id in _PLAIN
