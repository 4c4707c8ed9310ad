"""Functions, methods, and the initialiser of package-level variables: artifacts and their bodies."""

import re
from dataclasses import dataclass, field

from tree_sitter import Node

from kg.ingest.parse.go.declarations import package_path
from kg.ingest.parse.go.expressions import UNKNOWN, code_of, string_value, values_of
from kg.ingest.parse.go.grammar import BODY, NAME, TYPE, TYPE_PARAMETERS, VALUE, named
from kg.ingest.parse.go.grammar import field as grammar_field
from kg.ingest.parse.go.noting import note_constants
from kg.ingest.parse.go.reading import Owner, Reading
from kg.ingest.parse.go.statements import specifications
from kg.ingest.parse.go.trivial import is_trivial
from kg.ingest.parse.go.types import base_name, parameters_of, signature_of, type_of, type_parameters
from kg.schema import go
from kg.schema.facts import Artifact
from kg.schema.go import Code, GoFunction, GoType, GoVariables
from kg.schema.ids import Uid
from kg.schema.vocabulary import Form, Kind

_RECEIVER = grammar_field("receiver")
_TEST = re.compile(r"(?:Test|Benchmark|Fuzz|Example)(?![a-z])")
_HANDLER = ("http.ResponseWriter", (go.POINTER, "http.Request"))
INITIALIZER = "<init>"


@dataclass(slots=True)
class Initializer:
    """What the package-level variables of a file are given, as one caller."""

    owner: Owner
    row: int = -1
    """Of the first line that decides a call; -1: there is none."""
    end_row: int = 0
    sites: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    decisions: int = 0


@dataclass(frozen=True, slots=True)
class _Receiver:
    name: str = ""
    type: str = ""
    by_pointer: bool = False
    parameters: tuple[str, ...] = ()


def read_function(reading: Reading, node: Node, doc: str) -> tuple[str, str]:
    """The name of its receiver's type and its signature, for the text of the type."""
    name_node, body = node.child_by_field_id(NAME), node.child_by_field_id(BODY)
    name = "" if name_node is None else reading.slice(name_node)
    receiver = _receiver(reading, node.child_by_field_id(_RECEIVER))
    path = f"{receiver.type}.{name}" if receiver.type else name
    uid = reading.uid(path, of_file=not receiver.type and name in ("init", "_"))
    row, end_row = node.start_point[0], node.end_point[0]
    place, outer = len(reading.artifacts), reading.owner
    reading.owner = Owner(uid, f"{reading.package}.{path}")
    reading.function, reading.defined, reading.parameters = node, [], None
    code, sites, decisions = _read_body(reading, body, row)
    reading.function, reading.defined, reading.parameters = None, [], None
    reading.owner = outer
    of, names, result_names = signature_of(reading, node)
    end = node.end_byte if body is None else body.start_byte
    signature = " ".join(reading.between(node.start_byte, end).split())
    reading.artifacts.insert(
        place,
        Artifact(
            kind=Kind.METHOD,
            uid=uid,
            name=name,
            qualified_name=f"{reading.package}.{path}",
            origin=reading.unit.path,
            path=reading.unit.path,
            language="go",
            form=Form.METHOD if receiver.type else Form.FUNCTION,
            text=reading.slice(node),
            signature=signature,
            package=package_path(reading),
            doc_comment=doc,
            call_sites=tuple(sites),
            complexity=0 if body is None or (decisions == 0 and is_trivial(body)) else decisions + 1,
            lines=end_row - row + 1,
            entry=_entry(reading, receiver, name, of),
        ),
    )
    reading.functions.append(
        GoFunction(
            uid=uid,
            name=name,
            receiver=receiver.type,
            by_pointer=receiver.by_pointer,
            receiver_name=receiver.name,
            receiver_parameters=receiver.parameters,
            type_parameters=type_parameters(reading, node.child_by_field_id(TYPE_PARAMETERS)),
            type=of,
            parameter_names=names,
            result_names=result_names,
            row=row,
            body=code,
        )
    )
    return receiver.type, signature


def define_function(reading: Reading, uid: Uid, receiver: str, node: Node) -> None:
    """Its type defines it when it stands in the same file, else the file does."""
    index = reading.classes.get(receiver)
    source = reading.unit.uid if index is None else reading.artifacts[index].uid
    reading.define(source, uid, node.start_point[0], node.end_point[0])


def _receiver(reading: Reading, node: Node | None) -> _Receiver:
    names, types, _ = parameters_of(reading, node)
    if not types:
        return _Receiver()
    of = types[0]
    by_pointer = isinstance(of, tuple) and of[0] == go.POINTER
    inner = of[1] if by_pointer else of
    arguments = inner[2] if isinstance(inner, tuple) and inner[0] == go.GENERIC else ()
    parameters = tuple(each if isinstance(each, str) else "_" for each in arguments)
    return _Receiver(names[0], base_name(of), by_pointer, parameters)


def _read_body(reading: Reading, body: Node | None, row: int) -> tuple[Code | None, list[str], int]:
    """Code, call sites and decisions of a body; what surrounds it is put back afterwards."""
    if body is None:
        return None, [], 0
    kept = (reading.row, reading.sites, reading.decisions, reading.marks)
    reading.row, reading.sites, reading.decisions = row, [], 0
    code: Code | None = code_of(reading, body)
    if code is UNKNOWN or reading.marks == kept[3]:
        code = None
    found = (code, reading.sites, reading.decisions)
    reading.row, reading.sites, reading.decisions, _ = kept
    return found


def _entry(reading: Reading, receiver: _Receiver, name: str, of: GoType) -> str:
    """`main`, `init`, `test`, `route`, or nothing."""
    if receiver.type:
        return "route" if name == "ServeHTTP" and of[1] == _HANDLER else ""
    if name == "init":
        return "init"
    if name == "main" and reading.package == "main":
        return "main"
    return "test" if reading.is_test and _TEST.match(name) else ""


def read_variables(reading: Reading, node: Node, initializer: Initializer) -> None:
    """The lines of a package-level `var` or `const`; those that decide a call are a caller's code."""
    for spec in specifications(node):
        names = tuple(reading.slice(name) for name in spec.children_by_field_id(NAME) if name.is_named)
        of = spec.child_by_field_id(TYPE)
        written = None if of is None else type_of(reading, of)
        value = spec.child_by_field_id(VALUE)
        values = () if value is None else _initial_values(reading, spec, value, initializer)
        reading.variables.append(GoVariables(names, written, values))
        if value is not None:
            note_constants(reading, names, value)
        if node.type == "const_declaration" and value is not None:
            _note_constant(reading, names, value)


def _initial_values(reading: Reading, spec: Node, value: Node, initializer: Initializer) -> tuple[Code, ...]:
    first, marks, outer = spec.start_point[0], reading.marks, reading.owner
    kept = (reading.row, reading.sites, reading.decisions)
    reading.row = first if initializer.row < 0 else initializer.row
    reading.sites, reading.decisions = initializer.sites, initializer.decisions
    reading.owner = initializer.owner
    values = values_of(reading, value)
    if reading.marks > marks:
        initializer.row, initializer.end_row = reading.row, spec.end_point[0]
        initializer.texts.append(reading.slice(spec))
        initializer.decisions = reading.decisions
    reading.row, reading.sites, reading.decisions = kept
    reading.owner = outer
    return values


def _note_constant(reading: Reading, names: tuple[str, ...], value: Node) -> None:
    nodes = named(value) if value.type == "expression_list" else [value]
    for name, each in zip(names, nodes, strict=False):
        text = string_value(reading, each)
        if text:
            reading.constants[name] = text


def finish_initializer(reading: Reading, initializer: Initializer) -> None:
    """Its artifact, if there is anything to it."""
    if initializer.row < 0:
        return
    owner = initializer.owner
    reading.artifacts.append(
        Artifact(
            kind=Kind.METHOD,
            uid=owner.uid,
            name=INITIALIZER,
            qualified_name=owner.qualified_name,
            origin=reading.unit.path,
            path=reading.unit.path,
            language="go",
            form=Form.INITIALIZER,
            text="\n".join(initializer.texts),
            signature="package variables",
            package=package_path(reading),
            call_sites=tuple(initializer.sites),
            complexity=initializer.decisions + 1,
            lines=initializer.end_row - initializer.row + 1,
            entry="init",
        )
    )
    reading.define(reading.unit.uid, owner.uid, initializer.row, initializer.end_row)
