"""Imports and exports: what a name brought in stands for, and what a file gives under which name."""

from tree_sitter import Node

from kg.ingest.parse.typescript.artifacts import Binding
from kg.ingest.parse.typescript.binding import bound_value, core
from kg.ingest.parse.typescript.functions import FUNCTIONS
from kg.ingest.parse.typescript.grammar import field, named
from kg.ingest.parse.typescript.narrowing import plain
from kg.ingest.parse.typescript.walk import Walk
from kg.schema import typescript as ts
from kg.schema.vocabulary import Form


def import_statement(walk: Walk, node: Node) -> None:
    """`import a, { b as c } from "m"`, `import * as n from "m"`, `import q = require("m")`."""
    source = field(node, "source")
    for child in node.named_children:
        if child.type == "import_require_clause":
            parts = named(child)
            source = field(child, "source")
            if source is not None:
                walk.declare(walk.text(parts[0]), (ts.IMPORTED, _module(walk, source), "="))
        elif child.type == "import_clause" and source is not None:
            _clause(walk, child, _module(walk, source))
    if source is not None:
        walk.imports.append(_module(walk, source))


def _module(walk: Walk, source: Node) -> str:
    return walk.text(source)[1:-1]


def _clause(walk: Walk, node: Node, module: str) -> None:
    for child in named(node):
        if child.type == "identifier":
            walk.declare(walk.text(child), (ts.IMPORTED, module, "default"))
        elif child.type == "namespace_import":
            walk.declare(walk.text(named(child)[0]), (ts.IMPORTED, module, "*"))
        elif child.type == "named_imports":
            for each in named(child):
                name, alias = field(each, "name"), field(each, "alias")
                if name is not None:
                    known = walk.text(alias if alias is not None else name)
                    walk.declare(known, (ts.IMPORTED, module, walk.text(name).strip("'\"")))


def import_alias(walk: Walk, node: Node) -> None:
    """`import x = a.b`."""
    parts = named(node)
    if len(parts) == 2:
        names = walk.text(parts[1]).replace(" ", "").split(".")
        walk.declare(walk.text(parts[0]), (ts.LOCAL_ALIAS, tuple(names)))


def export_statement(walk: Walk, node: Node) -> None:
    declaration, value, source = field(node, "declaration"), field(node, "value"), field(node, "source")
    words = {child.type for child in node.children if not child.is_named}
    if declaration is not None:
        _declared(walk, node, declaration, "default" in words)
    elif value is not None:
        _default(walk, node, value)
    elif source is not None:
        _from(walk, node, walk.text(source)[1:-1], words)
    else:
        _listed(walk, node, words)


def _declared(walk: Walk, node: Node, declaration: Node, is_default: bool) -> None:
    """`export const a = …`: what it declares, in this very scope, is exported."""
    before = {name: len(found) for name, found in walk.scope.names.items()}
    walk.outer = node
    walk.statements(walk, declaration)
    walk.outer = None
    fresh = [name for name, found in walk.scope.names.items() if len(found) > before.get(name, 0)]
    if is_default and walk.text(declaration).startswith("interface"):
        fresh = fresh[:1]
    for name in fresh:
        export(walk, (ts.LOCAL, "default" if is_default else name, name))


def export(walk: Walk, entry: tuple[object, ...]) -> None:
    """Noted for the file; inside a namespace every name can be reached anyway."""
    if not walk.namespace:
        walk.exports.append(entry)


def _default(walk: Walk, node: Node, value: Node) -> None:
    binding = Binding("default", "default", Form.FUNCTION, node, node)
    inner = core(value)
    if inner.type in ("object", "class") or inner.type in FUNCTIONS or inner.type == "call_expression":
        name = field(inner, "name")
        if name is not None and inner.type == "class":
            binding = Binding(walk.text(name), walk.text(name), Form.FUNCTION, node, node)
    found = bound_value(walk, value, binding)
    walk.taken.append(("default", found))
    walk.outer = None
    if walk.namespace and found is not None and found[0] == ts.NAME:
        walk.declare("default", (ts.LOCAL_ALIAS, (found[1],)))
    export(walk, (ts.VALUE, "default", walk.scope.number, found))


def _from(walk: Walk, node: Node, module: str, words: set[str]) -> None:
    walk.imports.append(module)
    for child in named(node):
        if child.type == "export_clause":
            for each in named(child):
                name, alias = field(each, "name"), field(each, "alias")
                if name is not None:
                    known = walk.text(alias if alias is not None else name)
                    export(walk, (ts.FROM, known, module, walk.text(name)))
        elif child.type == "namespace_export":
            export(walk, (ts.NAMESPACE_FROM, walk.text(named(child)[0]), module))
    if "*" in words:
        export(walk, (ts.ALL, module))


def _listed(walk: Walk, node: Node, words: set[str]) -> None:
    """`export { a as b }`, `export = a`."""
    for child in named(node):
        if child.type == "export_clause":
            for each in named(child):
                name, alias = field(each, "name"), field(each, "alias")
                if name is not None:
                    known = walk.text(alias if alias is not None else name)
                    export(walk, (ts.LOCAL, known, walk.text(name)))
        elif "=" in words:
            value = plain(walk, child) or walk.read(walk, child)
            if walk.namespace:
                walk.declare("=", (ts.LOCAL_ALIAS, tuple(walk.text(child).split("."))))
            export(walk, (ts.VALUE, "=", walk.scope.number, value))
        elif child.type not in ("decorator", "identifier"):
            walk.read(walk, child)
