"""Type declarations, top-level and local: an artifact and a `GoTypeDeclaration` each."""

import re
from dataclasses import replace

from tree_sitter import Node

from kg.ingest.parse.go.comments import Comments
from kg.ingest.parse.go.expressions import UNKNOWN, expression
from kg.ingest.parse.go.grammar import COMMENT, NAME, TYPE, TYPE_PARAMETERS, ids
from kg.ingest.parse.go.reading import Reading
from kg.ingest.parse.go.types import type_of, type_parameters
from kg.schema import go
from kg.schema.facts import Artifact, KeyRead
from kg.schema.go import Code, GoType, GoTypeDeclaration
from kg.schema.ids import Uid
from kg.schema.vocabulary import Form, Kind

_SPECS = ids("type_spec", "type_alias")
_ALIAS = ids("type_alias")
_EQUALS = ids("=")
_METHOD = ids("method_elem")
_VARIABLE = re.compile(r"""`[^`\n]*\benv(?:config)?:"([A-Z][A-Z0-9_]*)[",]""")
"""A field's tag that names the environment variable it is filled from."""
_LONGEST_OUTLINE = 20_000
"""Characters of a type in its own text: a table of constants is not its header."""


def read_types(reading: Reading, node: Node, doc: str, *, local: bool) -> list[int]:
    """Every type of a `type` declaration; their indices in the file."""
    found: list[int] = []
    comments = Comments(reading)
    for child in node.children:
        if child.kind_id in COMMENT:
            comments.add(child)
        elif child.kind_id in _SPECS:
            found.append(_read_type(reading, child, comments.above(child) or doc, local))
    return found


@expression("type_declaration")
def _local_types(reading: Reading, node: Node) -> Code:
    """A type inside a function: it belongs to the function."""
    codes = tuple((go.LOCAL_TYPE, index) for index in read_types(reading, node, "", local=True))
    return (go.SEQUENCE, codes) if codes else UNKNOWN


def _read_type(reading: Reading, node: Node, doc: str, local: bool) -> int:
    name_node, type_node = node.child_by_field_id(NAME), node.child_by_field_id(TYPE)
    name = "" if name_node is None else reading.slice(name_node)
    owner = reading.owner
    path = f"{owner.qualified_name.partition('.')[2]}.{name}" if local else name
    uid = reading.uid(path)
    of = type_of(reading, type_node)
    alias = node.kind_id in _ALIAS or any(child.kind_id in _EQUALS for child in node.children)
    row, end_row = node.start_point[0], node.end_point[0]
    reading.define(owner.uid, uid, row, end_row)
    if not local:
        reading.classes.setdefault(name, len(reading.artifacts))
    reading.artifacts.append(
        Artifact(
            kind=Kind.CLASS,
            uid=uid,
            name=name,
            qualified_name=f"{reading.package}.{path}",
            origin=reading.unit.path,
            path=reading.unit.path,
            language="go",
            form=_form(of, alias),
            text=("type " + reading.slice(node))[:_LONGEST_OUTLINE],
            signature=_header(reading, node, type_node),
            package=package_path(reading),
            doc_comment=doc,
            complexity=1,
            lines=end_row - row + 1,
        )
    )
    if isinstance(of, tuple) and of[0] == go.STRUCT:
        _note_settings(reading, uid, reading.slice(node))
    if isinstance(of, tuple) and of[0] == go.INTERFACE and type_node is not None:
        of = _with_methods(reading, type_node, of, uid, path)
    parameters = type_parameters(reading, node.child_by_field_id(TYPE_PARAMETERS))
    reading.types.append(GoTypeDeclaration(uid, name, alias, local, parameters, of))
    return len(reading.types) - 1


def _note_settings(reading: Reading, uid: Uid, text: str) -> None:
    """`Port int `env:"PORT"``: the struct reads the variable."""
    for tag in _VARIABLE.finditer(text) if "env" in text else ():
        reading.reads.append(KeyRead(uid, tag[1], text.count("\n", 0, tag.start())))


def package_path(reading: Reading) -> str:
    """The folder, since two packages may have one name; the name at the root."""
    return reading.package if reading.folder == "." else reading.folder


def _form(of: GoType, alias: bool) -> Form:
    if alias:
        return Form.ALIAS
    word = of[0] if isinstance(of, tuple) else ""
    return {go.STRUCT: Form.STRUCT, go.INTERFACE: Form.INTERFACE}.get(word, Form.TYPE)


def _header(reading: Reading, node: Node, type_node: Node | None) -> str:
    end = node.end_byte
    if type_node is not None and type_node.type in ("struct_type", "interface_type"):
        end = type_node.children[0].end_byte
    return "type " + " ".join(reading.between(node.start_byte, end).split())[:400]


def _with_methods(reading: Reading, node: Node, of: GoType, owner: Uid, path: str) -> GoType:
    """The interface type with the uids of its methods, each an artifact."""
    nodes, comments = [], Comments(reading)
    uids: list[Uid] = []
    for child in node.children:
        if child.kind_id in COMMENT:
            comments.add(child)
        elif child.kind_id in _METHOD:
            nodes.append(child)
            uids.append(_interface_method(reading, child, comments.above(child), owner, path))
    methods = tuple((name, type, uid) for (name, type, _), uid in zip(of[1], uids, strict=True))
    return (go.INTERFACE, methods, of[2])


def _interface_method(reading: Reading, node: Node, doc: str, owner: Uid, path: str) -> Uid:
    name_node = node.child_by_field_id(NAME)
    name = "" if name_node is None else reading.slice(name_node)
    uid = reading.uid(f"{path}.{name}")
    written = reading.slice(node)
    row, end_row = node.start_point[0], node.end_point[0]
    reading.define(owner, uid, row, end_row)
    reading.artifacts.append(
        Artifact(
            kind=Kind.METHOD,
            uid=uid,
            name=name,
            qualified_name=f"{reading.package}.{path}.{name}",
            origin=reading.unit.path,
            path=reading.unit.path,
            language="go",
            form=Form.METHOD,
            text=written,
            signature=" ".join(written.split()),
            package=package_path(reading),
            modifiers=("abstract",),
            doc_comment=doc,
            lines=end_row - row + 1,
        )
    )
    return uid


def outline_methods(reading: Reading, signatures: dict[str, list[str]]) -> None:
    """Put the signatures of its methods into the text of each type of this file."""
    for name, lines in signatures.items():
        index = reading.classes.get(name)
        if index is not None:
            before = reading.artifacts[index]
            text = "\n".join([before.text, *lines])[:_LONGEST_OUTLINE]
            reading.artifacts[index] = replace(before, text=text)
