"""One Go file: package, imports, declarations, and what could not be read. The door of the package."""

from dataclasses import replace

from tree_sitter import Node

from kg.ingest.parse.go.comments import Comments
from kg.ingest.parse.go.constraints import constraint_of, is_generated
from kg.ingest.parse.go.declarations import outline_methods, package_path, read_types
from kg.ingest.parse.go.functions import (
    INITIALIZER,
    Initializer,
    define_function,
    finish_initializer,
    read_function,
    read_variables,
)
from kg.ingest.parse.go.grammar import COMMENT, LANGUAGE, NAME, field, ids, named
from kg.ingest.parse.go.mend import mend
from kg.ingest.parse.go.reading import Owner, Reading
from kg.ingest.parse.syntax import parse_tree
from kg.ingest.parse.unit import Unit
from kg.schema import go
from kg.schema.facts import Artifact, Facts, KeyRead, Problem
from kg.schema.go import GoFacts

_PACKAGE = ids("package_clause")
_IMPORT = ids("import_declaration")
_SPEC = ids("import_spec")
_SPECS = ids("import_spec_list")
_FUNCTIONS = ids("function_declaration", "method_declaration")
_TYPES = ids("type_declaration")
_VARIABLES = ids("var_declaration", "const_declaration")
_PATH = field("path")
_MOST_PROBLEMS = 20


def parse_go(unit: Unit) -> Facts:
    """Artifacts, DEFINES and `GoFacts` of one file. TooSlow when its time is used up."""
    data = unit.text.encode("utf-8", "surrogatepass")
    root, problems = _tree(data, unit)
    reading = Reading(unit, data)
    children = root.children
    doc, generated = _read_head(reading, children)
    initializer = _read_top(reading, children)
    finish_initializer(reading, initializer)
    reading.problems += problems
    written = tuple(path if not name else f"{name} {path}" for name, path in reading.imports)
    file = unit.file(written, tuple(reading.problems[:_MOST_PROBLEMS]), doc, package_path(reading))
    return Facts(
        file=replace(
            file,
            modifiers=("generated",) if generated else (),
            annotations=(f"build {reading.constraint}",) if reading.constraint else (),
        ),
        artifacts=_in_order(reading),
        edges=tuple(reading.edges),
        code=_facts(reading, initializer),
        reads=tuple(_key_reads(reading)),
        usages=tuple(reading.usages),
        constants=tuple(reading.named_texts),
    )


def _tree(data: bytes, unit: Unit) -> tuple[Node, list[Problem]]:
    """The tree with the fewest errors, and those."""
    root = parse_tree(LANGUAGE, data, unit.late)
    problems = _errors(root) if root.has_error else []
    mended = mend(data) if problems else data
    if mended != data:
        again = parse_tree(LANGUAGE, mended, unit.late)
        fewer = _errors(again) if again.has_error else []
        if len(fewer) < len(problems):
            return again, fewer
    return root, problems


def _read_head(reading: Reading, children: list[Node]) -> tuple[str, bool]:
    """Package, imports and build constraint; the package's documentation, and whether it is generated."""
    doc = ""
    head: list[str] = []
    comments = Comments(reading)
    for node in children:
        if node.kind_id in COMMENT and not reading.package:
            comments.add(node)
            head.append(reading.slice(node))
        elif node.kind_id in _PACKAGE:
            reading.package = reading.slice(named(node)[-1]) if named(node) else ""
            doc = comments.above(node)
        elif node.kind_id in _IMPORT:
            _read_imports(reading, node)
    text = "\n".join(head)
    reading.constraint = constraint_of(reading.unit.path, text)
    return doc, is_generated(text)


def _read_imports(reading: Reading, node: Node) -> None:
    for child in node.children:
        if child.kind_id in _SPECS:
            _read_imports(reading, child)
        elif child.kind_id in _SPEC:
            name, path = child.child_by_field_id(NAME), child.child_by_field_id(_PATH)
            if path is not None:
                reading.imports.append(
                    ("" if name is None else reading.slice(name), reading.slice(path)[1:-1])
                )


def _read_top(reading: Reading, children: list[Node]) -> Initializer:
    uid = reading.uid(INITIALIZER, of_file=True)
    initializer = Initializer(Owner(uid, f"{reading.package}.{INITIALIZER}"))
    comments = Comments(reading)
    signatures: dict[str, list[str]] = {}
    functions: list[tuple[str, Node]] = []
    for node in children:
        kind = node.kind_id
        if kind in COMMENT:
            comments.add(node)
            continue
        if kind in _FUNCTIONS:
            reading.unit.check()
            receiver, signature = read_function(reading, node, comments.above(node))
            functions.append((receiver, node))
            if receiver:
                signatures.setdefault(receiver, []).append(signature)
        elif kind in _TYPES:
            read_types(reading, node, comments.above(node), local=False)
        elif kind in _VARIABLES:
            read_variables(reading, node, initializer)
    for (receiver, node), function in zip(functions, reading.functions, strict=True):
        define_function(reading, function.uid, receiver, node)
    outline_methods(reading, signatures)
    return initializer


def _in_order(reading: Reading) -> tuple[Artifact, ...]:
    """In order of appearance: the initialiser is known last."""
    lines = {edge.target: edge.start_line for edge in reading.edges}
    return tuple(sorted(reading.artifacts, key=lambda artifact: lines[artifact.uid]))


def _facts(reading: Reading, initializer: Initializer) -> GoFacts:
    return GoFacts(
        path=reading.unit.path,
        folder=reading.folder,
        package=reading.package,
        constraint=reading.constraint,
        is_test=reading.is_test,
        imports=tuple(reading.imports),
        types=tuple(reading.types),
        functions=tuple(reading.functions),
        variables=tuple(reading.variables),
        initializer=None if initializer.row < 0 else initializer.owner.uid,
        initializer_row=initializer.row,
    )


def _key_reads(reading: Reading) -> list[KeyRead]:
    """A key is a text, or the name of a constant of this file."""
    found = dict.fromkeys(reading.reads)
    for uid, literal, code, line in reading.key_calls:
        inner = code[3] if code[0] == go.VALUE else code
        key = literal or (reading.constants.get(inner[1], "") if inner[0] == go.NAME else "")
        if key:
            found[KeyRead(uid, key, line)] = None
    return list(found)


def _errors(root: Node) -> list[Problem]:
    """Where the tree has ERROR or missing nodes, outermost first."""
    found: list[Problem] = []
    stack = [root]
    while stack and len(found) < _MOST_PROBLEMS:
        node = stack.pop()
        if node.is_error or node.is_missing:
            what = f"missing {node.type}" if node.is_missing else "syntax error"
            found.append(Problem(node.start_point[0] + 1, what))
        elif node.has_error:
            stack.extend(reversed(node.children))
    return found
