"""Types as written, from nodes to `JavaType`, and their erased short names for signatures."""

from tree_sitter import Node

from kg.ingest.parse.java.grammar import DIMENSIONS, LANGUAGE, ids, named
from kg.ingest.parse.java.reading import Reading
from kg.ingest.parse.syntax import RuleTable
from kg.schema.java import JavaType

Types = tuple[tuple[str, tuple[JavaType, ...]], ...]
_TYPE_PARAMETER = ids("type_parameter")
_BOUND = ids("type_bound")
_NAMES = ids("identifier", "type_identifier")


def _unknown(reading: Reading, node: Node) -> JavaType:
    """Something broken: its text, without white space."""
    return "".join(reading.slice(node).split())


_TABLE = RuleTable(LANGUAGE, _unknown)


def type_of(reading: Reading, node: Node | None) -> JavaType:
    """The type a node stands for; `"?"` where broken code has none."""
    if node is None:
        return "?"
    return _TABLE[node.kind_id](reading, node)


@_TABLE.add(
    "type_identifier", "identifier", "integral_type", "floating_point_type", "boolean_type", "void_type"
)
def _simple(reading: Reading, node: Node) -> JavaType:
    return reading.slice(node)


@_TABLE.add("scoped_type_identifier", "scoped_identifier")
def _scoped(reading: Reading, node: Node) -> JavaType:
    """`a.b.Outer<X>.@A Inner` is `a.b.Outer.Inner`: arguments of the outer type decide no call here."""
    parts = [type_of(reading, part) for part in _parts(node)]
    return ".".join(part if isinstance(part, str) else str(part[0]) for part in parts)


def _parts(node: Node) -> list[Node]:
    return [child for child in named(node) if "annotation" not in child.type]


@_TABLE.add("generic_type")
def _generic(reading: Reading, node: Node) -> JavaType:
    parts = _parts(node)
    base = type_of(reading, parts[0])
    if len(parts) < 2 or not isinstance(base, str):
        return base
    arguments = tuple(type_of(reading, child) for child in _parts(parts[-1]))
    return (base, arguments) if arguments else ("<>", (base,))


@_TABLE.add("array_type")
def _array(reading: Reading, node: Node) -> JavaType:
    element = node.child_by_field_name("element")
    return in_array(type_of(reading, element), depth(reading, node))


@_TABLE.add("annotated_type")
def _annotated(reading: Reading, node: Node) -> JavaType:
    parts = _parts(node)
    return type_of(reading, parts[-1]) if parts else "?"


@_TABLE.add("wildcard")
def _wildcard(reading: Reading, node: Node) -> JavaType:
    """A bound stands for the wildcard: enough to type what goes in and comes out."""
    parts = [part for part in _parts(node) if part.type != "super"]
    return type_of(reading, parts[-1]) if parts else "?"


def depth(reading: Reading, node: Node) -> int:
    """How many `[]` a declarator or an array type carries."""
    dimensions = node.child_by_field_id(DIMENSIONS)
    return 0 if dimensions is None else reading.slice(dimensions).count("[")


def in_array(of: JavaType, depth: int) -> JavaType:
    for _ in range(depth):
        of = ("[]", (of,))
    return of


def type_parameters(reading: Reading, node: Node | None) -> Types:
    """`<T extends A & B>` as `(("T", ("A", "B")),)`."""
    if node is None:
        return ()
    return tuple(_parameter(reading, child) for child in node.children if child.kind_id in _TYPE_PARAMETER)


def _parameter(reading: Reading, node: Node) -> tuple[str, tuple[JavaType, ...]]:
    name, bounds = "", []
    for child in node.children:
        if child.kind_id in _NAMES:
            name = reading.slice(child)
        elif child.kind_id in _BOUND:
            bounds = [type_of(reading, bound) for bound in _parts(child)]
    return name, tuple(bounds)


def short(of: JavaType) -> str:
    """Erased and unqualified, as it stands in a signature: `Entry`, `int[]`."""
    if isinstance(of, tuple):
        if of[0] == "[]":
            return short(of[1][0]) + "[]"
        return short(of[1][0] if of[0] == "<>" else of[0])
    return of.rpartition(".")[2]


def nested(of: JavaType) -> str:
    """Likewise, but a class inside a class keeps the name of that: `WebClient.Builder`."""
    if isinstance(of, tuple):
        return short(of) if of[0] == "[]" else nested(of[1][0] if of[0] == "<>" else of[0])
    *outer, name = of.split(".")
    return ".".join((*(part for part in outer if part[:1].isupper()), name))
