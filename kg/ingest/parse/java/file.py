"""One Java file: package, imports, classes, and what could not be read. The door of the package."""

from dataclasses import replace

from tree_sitter import Node

from kg.ingest.parse.java.classes import (
    CLASS_KINDS,
    define_anonymous,
    define_local,
    read_broken_class,
    read_class,
)
from kg.ingest.parse.java.comments import documentation
from kg.ingest.parse.java.grammar import LANGUAGE, ids, named
from kg.ingest.parse.java.mend import mend, mend_broken, modules
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.java.sql import read_code_sql
from kg.ingest.parse.syntax import parse_tree
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, Problem
from kg.schema.java import JavaFacts

_PACKAGE = ids("package_declaration")
_IMPORT = ids("import_declaration")
_BLOCK_COMMENT = ids("block_comment")
_MODULE = ids("module_declaration")
_NAMES = ids("scoped_identifier", "identifier")
_MOST_PROBLEMS = 20


def parse_java(unit: Unit) -> Facts:
    """Artifacts, DEFINES and `JavaFacts` of one file. TooSlow when its time is used up."""
    data = unit.text.encode("utf-8", "surrogatepass")
    root, problems = _tree(data, unit)
    reading = Reading(unit, data)
    reading.problems += problems
    reading.define_local, reading.define_anonymous = define_local, define_anonymous
    imports = _Imports()
    doc = _read_top(reading, root, imports)
    if root.has_error:
        reading.problems += _errors(root)
    imports.modules = modules(data)
    file = unit.file(
        imports=imports.written(),
        problems=tuple(reading.problems[:_MOST_PROBLEMS]),
        package=reading.package,
        doc_comment=doc,
    )
    facts = Facts(
        file=file,
        artifacts=tuple(reading.artifacts),
        edges=tuple(reading.edges),
        code=JavaFacts(
            package=reading.package,
            source_root=reading.root,
            imports=tuple(imports.types),
            packages=tuple(imports.packages),
            static_imports=tuple(imports.statics),
            static_classes=tuple(imports.static_classes),
            modules=imports.modules,
            classes=tuple(each for each in reading.classes if each is not None),
            lombok=reading.lombok or imports.name_lombok(),
        ),
        reads=tuple(reading.reads),
        usages=tuple(reading.usages),
        constants=tuple(reading.constants),
    )
    sql = read_code_sql(reading, root, facts)
    return replace(facts, found=(*facts.found, *sql)) if sql else facts


def _tree(data: bytes, unit: Unit) -> tuple[Node, list[Problem]]:
    """The tree with the fewest errors: the gaps of the grammar are mended first."""
    mended, problems = mend(data)
    root = parse_tree(LANGUAGE, mended, unit.late)
    if root.has_error:
        again, more = mend_broken(mended)
        if more:
            return parse_tree(LANGUAGE, again, unit.late), problems + more
    return root, problems


class _Imports:
    """The imports of a file by what they bring in."""

    def __init__(self) -> None:
        self.types: list[str] = []
        self.packages: list[str] = []
        self.statics: list[str] = []
        self.static_classes: list[str] = []
        self.modules: tuple[str, ...] = ()

    def add(self, reading: Reading, node: Node) -> None:
        name = next((child for child in node.children if child.kind_id in _NAMES), None)
        if name is None:
            return
        written = "".join(reading.slice(name).split())
        words = {child.type for child in node.children}
        if "static" in words:
            (self.static_classes if "asterisk" in words else self.statics).append(written)
        else:
            (self.packages if "asterisk" in words else self.types).append(written)

    def name_lombok(self) -> bool:
        return any(f"{each}.".startswith("lombok.") for each in (*self.types, *self.packages))

    def written(self) -> tuple[str, ...]:
        return (
            *self.types,
            *(f"{name}.*" for name in self.packages),
            *(f"static {name}" for name in self.statics),
            *(f"static {name}.*" for name in self.static_classes),
            *(f"module {name}" for name in self.modules),
        )


def _read_top(reading: Reading, root: Node, imports: _Imports) -> str:
    """Everything at the top; gives the documentation of a package or module declaration."""
    doc, of_file = "", ""
    reading.root = source_root(reading.unit.path, "")
    for node in root.children:
        kind = node.kind_id
        if kind in _BLOCK_COMMENT:
            doc = documentation(reading.slice(node))
            continue
        if kind in _PACKAGE:
            reading.package = "".join(reading.slice(named(node)[-1]).split())
            reading.root = source_root(reading.unit.path, reading.package)
            of_file = doc
        elif kind in _MODULE:
            of_file = doc
        elif kind in _IMPORT:
            imports.add(reading, node)
        elif kind in CLASS_KINDS:
            _read_top_class(reading, node, doc)
        elif node.is_error:
            read_broken_class(reading, node, f"{reading.package}." if reading.package else "")
        doc = ""
    if root.is_error:
        read_broken_class(reading, root, f"{reading.package}." if reading.package else "")
    return of_file if reading.unit.path.endswith("-info.java") else ""


def _read_top_class(reading: Reading, node: Node, doc: str) -> None:
    name_node = node.child_by_field_name("name")
    name = "" if name_node is None else reading.slice(name_node)
    qualified = f"{reading.package}.{name}" if reading.package else name
    read_class(reading, node, doc, qualified, member=True)


def source_root(path: str, package: str) -> str:
    """The folder of a file without its package's folders; the folder itself where they do not match."""
    folder = path.rpartition("/")[0]
    inner = package.replace(".", "/")
    if not inner:
        return folder or "."
    if folder == inner:
        return "."
    return folder.removesuffix("/" + inner) or "."


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
