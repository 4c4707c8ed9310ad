"""Properties: a `KotlinProperty` each, and a function for every accessor that has a body."""

from tree_sitter import Node

from kg.ingest.parse.kotlin.functions import Head, read
from kg.ingest.parse.kotlin.grammar import (
    BODY,
    COMMENTS,
    CONSTRAINTS,
    IDENTIFIER,
    TYPE_PARAMETERS,
    TYPES,
    child_of,
    ids,
    named,
)
from kg.ingest.parse.kotlin.headers import header_of, note_keys
from kg.ingest.parse.kotlin.initializers import Initializer
from kg.ingest.parse.kotlin.reading import Reading
from kg.ingest.parse.kotlin.types import TypeParameters, type_of, type_parameters
from kg.ingest.parse.kotlin.usages import note_constant
from kg.schema.kotlin import Code, KotlinFunction, KotlinParameter, KotlinProperty, KotlinType
from kg.schema.vocabulary import Form

_VARIABLE = ids("variable_declaration")
_DELEGATE = ids("property_delegate")
_GETTER, _SETTER = ids("getter"), ids("setter")
_VAR = ids("var")
_ASSIGN = ids("=")
_VALUE_PARAMETER = ids("parameter_with_optional_type", "identifier", "parameter")
_LONGEST = 400
"""Characters of a property in the text of its class: a table of constants is not its header."""


def read_property(
    reading: Reading, node: Node, initializer: Initializer, row: int
) -> tuple[KotlinProperty, str]:
    """The property and its line in the text of its class; `row` is where that class starts."""
    header = header_of(reading, node)
    note_keys(reading, header, reading.owner.uid, row)
    name, of, receiver = "", None, None
    value: Code | None = None
    delegate: Code | None = None
    getter, setter = _sibling(node, _GETTER), _sibling(node, _SETTER)
    after = mutable = False
    for child in node.children:
        if child.kind_id in _VARIABLE:
            name, of = _name_and_type(reading, child)
        elif child.kind_id in TYPES and not name:
            receiver = type_of(reading, child)
        elif child.kind_id in _VAR:
            mutable = True
        elif child.kind_id in _ASSIGN:
            after = True
        elif child.kind_id in _DELEGATE:
            inner = named(child)
            delegate = initializer.value(reading, node, inner[-1]) if inner else None
        elif child.kind_id in _GETTER:
            getter = child
        elif child.kind_id in _SETTER:
            setter = child
        elif after and child.is_named and child.kind_id not in COMMENTS:
            if "const" in header.modifiers:
                note_constant(reading, name, child)
            value, after = initializer.value(reading, node, child, of), False
    parameters = type_parameters(reading, child_of(node, TYPE_PARAMETERS), child_of(node, CONSTRAINTS))
    found = KotlinProperty(
        name=name,
        type_parameters=parameters,
        receiver=receiver,
        type=of,
        value=value if of is None else None,
        delegate=delegate,
        getter=_accessor(reading, getter, name, of, receiver, parameters),
        setter=_accessor(reading, setter, name, of, receiver, parameters),
        mutable=mutable,
        modifiers=frozenset(header.modifiers),
        annotations=header.annotation_names,
        jvm_name=header.jvm_name,
    )
    return found, _shown(reading, node)


def _name_and_type(reading: Reading, node: Node) -> tuple[str, KotlinType | None]:
    name, of = "", None
    for child in node.children:
        if child.kind_id in IDENTIFIER:
            name = reading.word(child)
        elif child.kind_id in TYPES:
            of = type_of(reading, child)
    return name, of


def _sibling(node: Node, kinds: frozenset[int]) -> Node | None:
    """An accessor after a `;` stands beside its property."""
    after = node.next_named_sibling
    return after if after is not None and after.kind_id in kinds else None


def _accessor(
    reading: Reading,
    node: Node | None,
    name: str,
    of: KotlinType | None,
    receiver: KotlinType | None,
    parameters: TypeParameters,
) -> KotlinFunction | None:
    """Only one with a body is a function of its own."""
    body = None if node is None else child_of(node, BODY)
    if node is None or body is None:
        return None
    is_getter = node.kind_id in _GETTER
    header = header_of(reading, node)
    word = "get" if is_getter else "set"
    head = Head(
        name=name,
        form=Form.FUNCTION if reading.owner.separator == "." else Form.METHOD,
        header=header,
        receiver=receiver,
        result=(of or _result(reading, node)) if is_getter else "Unit",
        type_parameters=parameters,
        shown=f"<{word}-{name}>",
        jvm_name=header.jvm_name,
    )
    function, _ = read(reading, node, head, None, body)
    if is_getter:
        return function
    value = KotlinParameter(_value_name(reading, node), of or "*", False, False)
    return KotlinFunction(
        uid=function.uid,
        name=function.name,
        type_parameters=function.type_parameters,
        receiver=function.receiver,
        parameters=(value,),
        result=function.result,
        modifiers=function.modifiers,
        annotations=function.annotations,
        jvm_name=function.jvm_name,
        row=function.row,
        has_body=True,
        is_expression=function.is_expression,
        body=function.body,
    )


def _result(reading: Reading, node: Node) -> KotlinType | None:
    """`val x get(): Int = 1`."""
    of = child_of(node, TYPES)
    return None if of is None else type_of(reading, of)


def _value_name(reading: Reading, node: Node) -> str:
    for child in node.children:
        if child.kind_id in _VALUE_PARAMETER:
            inner = child if child.kind_id in IDENTIFIER else child_of(child, IDENTIFIER)
            return "value" if inner is None else reading.word(inner)
    return "value"


def _shown(reading: Reading, node: Node) -> str:
    """Without accessors: they are members of their own."""
    end = next(
        (c.start_byte for c in node.children if c.kind_id in _GETTER or c.kind_id in _SETTER), node.end_byte
    )
    return " ".join(reading.between(node.start_byte, end).split())[:_LONGEST]
