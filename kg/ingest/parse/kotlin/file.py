"""One Kotlin file: package, imports, declarations, and what could not be read. The door of the package."""

import re

from tree_sitter import Node

from kg.ingest.parse.kotlin import calls, statements  # noqa: F401 - they register rules
from kg.ingest.parse.kotlin.classes import define_local, define_object, read_class, without_broken_class
from kg.ingest.parse.kotlin.functions import define_function, read_function
from kg.ingest.parse.kotlin.grammar import (
    CLASS,
    COMMENTS,
    FUNCTION,
    IDENTIFIER,
    LANGUAGE,
    PROPERTY,
    TYPE_PARAMETERS,
    TYPES,
    child_of,
    ids,
    named,
)
from kg.ingest.parse.kotlin.initializers import Initializer, finish, of_file
from kg.ingest.parse.kotlin.mend import mend, plain
from kg.ingest.parse.kotlin.properties import read_property
from kg.ingest.parse.kotlin.reading import Owner, Reading
from kg.ingest.parse.kotlin.types import type_of, type_parameters
from kg.ingest.parse.syntax import parse_tree
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, Problem
from kg.schema.kotlin import KotlinAlias, KotlinFacts, KotlinFunction, KotlinProperty

_PACKAGE, _IMPORT = ids("package_header"), ids("import")
_QUALIFIED = ids("qualified_identifier")
_ALIAS = ids("type_alias")
_JVM_NAME = re.compile(r'@file:\s*(?:\[[^\]]*)?JvmName\(\s*(?:name\s*=\s*)?"([^"]+)"')
_SOURCE_SET = re.compile(r"^(?:.*/)?src/[^/]+/(?:kotlin|java)(?=/|$)")
_MOST_PROBLEMS = 20


def parse_kotlin(unit: Unit) -> Facts:
    """Artifacts, DEFINES and `KotlinFacts` of one file. TooSlow when its time is used up."""
    data = unit.text.encode("utf-8", "surrogatepass")
    root = _tree(data, unit)
    reading = Reading(unit, data)
    reading.define_local, reading.define_object = define_local, define_object
    reading.define_function = define_function
    top = _Top()
    _read_top(reading, root, top)
    if root.has_error:
        reading.problems += _errors(root)
    initializer = None if top.initializer is None else finish(reading, top.initializer, None)
    return Facts(
        file=unit.file(
            imports=top.written(),
            problems=tuple(reading.problems[:_MOST_PROBLEMS]),
            package=reading.package,
        ),
        artifacts=tuple(reading.artifacts),
        edges=tuple(reading.edges),
        code=KotlinFacts(
            package=reading.package,
            source_root=reading.root,
            facade=reading.facade,
            imports=tuple(top.imports),
            packages=tuple(top.packages),
            classes=tuple(each for each in reading.classes if each is not None),
            functions=tuple(top.functions),
            properties=tuple(top.properties),
            aliases=tuple(reading.aliases),
            initializer=initializer,
        ),
        reads=tuple(reading.reads),
        usages=tuple(reading.usages),
        constants=tuple(reading.constants),
    )


def _tree(data: bytes, unit: Unit) -> Node:
    """The tree with the fewest errors: the gaps of the grammar are mended where it has any."""
    data = plain(data)
    root = parse_tree(LANGUAGE, data, unit.late)
    if not root.has_error:
        return root
    mended = mend(data)
    if mended == data:
        return root
    again = parse_tree(LANGUAGE, mended, unit.late)
    return again if len(_errors(again)) <= len(_errors(root)) else root


class _Top:
    """What stands at the top of a file."""

    def __init__(self) -> None:
        self.imports: list[tuple[str, str]] = []
        self.packages: list[str] = []
        self.functions: list[KotlinFunction] = []
        self.properties: list[KotlinProperty] = []
        self.initializer: Initializer | None = None

    def written(self) -> tuple[str, ...]:
        names = [
            name if name.rpartition(".")[2] == alias else f"{name} as {alias}" for name, alias in self.imports
        ]
        return (*names, *(f"{name}.*" for name in self.packages))


def _read_top(reading: Reading, root: Node, top: _Top) -> None:
    reading.root = source_root(reading.unit.path, "")
    reading.facade = facade_of(reading.unit)
    for node in root.children:
        _read_one(reading, node, top)


def _read_one(reading: Reading, node: Node, top: _Top) -> None:
    kind = node.kind_id
    if kind in _PACKAGE:
        name = child_of(node, _QUALIFIED) or child_of(node, IDENTIFIER)
        reading.package = "" if name is None else _path(reading, name)
        reading.root = source_root(reading.unit.path, reading.package)
    elif kind in _IMPORT:
        _import(reading, node, top)
    elif kind in CLASS:
        read_class(reading, node)
    elif kind in FUNCTION:
        top.functions.append(read_function(reading, node, ())[0])
    elif kind in PROPERTY:
        found, _ = read_property(reading, node, _initializer(reading, top), 0)
        top.properties.append(found)
    elif kind in _ALIAS:
        _alias(reading, node)
    elif node.is_error:
        for child in without_broken_class(reading, node):
            _read_one(reading, child, top)
    elif node.is_named and kind not in COMMENTS and reading.unit.path.endswith(".kts"):
        _initializer(reading, top).value(reading, node, node)


def _initializer(reading: Reading, top: _Top) -> Initializer:
    """Made when the package is known."""
    if top.initializer is None:
        top.initializer = of_file(reading)
        reading.owner = Owner(reading.owner.uid, reading.owner.qualified_name, ".")
    return top.initializer


def _path(reading: Reading, node: Node) -> str:
    if node.kind_id in IDENTIFIER:
        return reading.word(node)
    return ".".join(reading.word(child) for child in node.children if child.kind_id in IDENTIFIER)


def _import(reading: Reading, node: Node, top: _Top) -> None:
    name = child_of(node, _QUALIFIED)
    if name is None:
        return
    path = _path(reading, name)
    if any(child.type == "*" for child in node.children):
        top.packages.append(path)
        return
    alias = next((reading.word(child) for child in node.children if child.kind_id in IDENTIFIER), "")
    top.imports.append((path, alias or path.rpartition(".")[2]))


def _alias(reading: Reading, node: Node) -> None:
    name = child_of(node, IDENTIFIER)
    of = [child for child in named(node) if child.kind_id in TYPES]
    if name is not None and of:
        parameters = type_parameters(reading, child_of(node, TYPE_PARAMETERS), None)
        names = tuple(each for each, _ in parameters)
        reading.aliases.append(KotlinAlias(reading.word(name), names, type_of(reading, of[-1])))


def facade_of(unit: Unit) -> str:
    """`text-util.kt` is `Text_utilKt` to Java, unless @file:JvmName says another name."""
    named_by = _JVM_NAME.search(unit.text[:4096]) if "JvmName" in unit.text[:4096] else None
    if named_by is not None:
        return named_by[1]
    stem = unit.path.rpartition("/")[2].rpartition(".")[0]
    simple = re.sub(r"\W", "_", stem)
    end = "_kts" if unit.path.endswith(".kts") else "Kt"
    return simple[:1].upper() + simple[1:] + end


def source_root(path: str, package: str) -> str:
    """`src/main/kotlin` where the layout says so (a common package may be left out of the folders), else
    the folder without as many of its package's folders as match."""
    laid_out = _SOURCE_SET.match(path)
    if laid_out is not None:
        return laid_out[0]
    folders = path.split("/")[:-1]
    for name in reversed(package.split(".") if package else []):
        if not folders or folders[-1] != name:
            break
        folders.pop()
    return "/".join(folders) or "."


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
