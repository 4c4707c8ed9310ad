"""Types as written to `KotlinType`, and the short form they have in a signature."""

from tree_sitter import Node

from kg.ingest.parse.kotlin.grammar import IDENTIFIER, LANGUAGE, TYPE_ARGUMENTS, TYPES, ids, named
from kg.ingest.parse.kotlin.reading import Reading
from kg.ingest.parse.syntax import RuleTable
from kg.schema.kotlin import KotlinType

TypeParameters = tuple[tuple[str, tuple[KotlinType, ...]], ...]
_PARAMETER = ids("type_parameter")
_CONSTRAINT = ids("type_constraint")
_FUNCTION_PARAMETERS = ids("function_type_parameters")
_PARAMETER_IN_TYPE = ids("parameter")


def _unknown(reading: Reading, node: Node) -> KotlinType:
    """Something broken: its text, without white space."""
    return "".join(reading.slice(node).split())


_TABLE = RuleTable(LANGUAGE, _unknown)


def type_of(reading: Reading, node: Node | None) -> KotlinType:
    """The type a node stands for; `"*"` where broken code has none."""
    if node is None:
        return "*"
    return _TABLE[node.kind_id](reading, node)


@_TABLE.add("user_type")
def _user(reading: Reading, node: Node) -> KotlinType:
    """`a.b.Outer<X>.Inner` is `a.b.Outer.Inner`: arguments of an outer type decide no call here."""
    children = node.children
    if len(children) == 1:
        return reading.word(children[0])
    names: list[str] = []
    arguments: tuple[KotlinType, ...] = ()
    for child in children:
        if child.kind_id in IDENTIFIER:
            names.append(reading.word(child))
            arguments = ()
        elif child.kind_id in TYPE_ARGUMENTS:
            arguments = type_arguments(reading, child)
    name = ".".join(names)
    return (name, arguments) if arguments else name


def type_arguments(reading: Reading, node: Node) -> tuple[KotlinType, ...]:
    return tuple([_projection(reading, child) for child in named(node)])


def _projection(reading: Reading, node: Node) -> KotlinType:
    """`out T` and `in T` are T: enough to type what goes in and comes out."""
    return next((type_of(reading, child) for child in node.children if child.kind_id in TYPES), "*")


@_TABLE.add("nullable_type")
def _nullable(reading: Reading, node: Node) -> KotlinType:
    inner = next((child for child in node.children if child.kind_id in TYPES), None)
    of = type_of(reading, inner)
    return of if isinstance(of, tuple) and of[0] == "?" else ("?", (of,))


@_TABLE.add("parenthesized_type", "non_nullable_type", "receiver_type", "type_projection")
def _inner(reading: Reading, node: Node) -> KotlinType:
    return next((type_of(reading, child) for child in node.children if child.kind_id in TYPES), "*")


@_TABLE.add("function_type")
def _function(reading: Reading, node: Node) -> KotlinType:
    receiver: KotlinType | None = None
    parameters: list[KotlinType] = []
    result: KotlinType = "Unit"
    seen = False
    for child in node.children:
        if child.kind_id in _FUNCTION_PARAMETERS:
            seen = True
            parameters = [_parameter_type(reading, each) for each in named(child)]
        elif child.kind_id in TYPES:
            if seen:
                result = type_of(reading, child)
            else:
                receiver = type_of(reading, child)
    return ("->", (receiver, result, *parameters))


def _parameter_type(reading: Reading, node: Node) -> KotlinType:
    if node.kind_id in _PARAMETER_IN_TYPE:
        return _inner(reading, node)
    return type_of(reading, node)


def type_parameters(reading: Reading, node: Node | None, constraints: Node | None) -> TypeParameters:
    """`<T : A> where T : B` as `(("T", ("A", "B")),)`."""
    if node is None:
        return ()
    found: dict[str, list[KotlinType]] = {}
    for child in node.children:
        if child.kind_id in _PARAMETER:
            _add_bound(reading, child, found)
    for child in constraints.children if constraints is not None else ():
        if child.kind_id in _CONSTRAINT:
            _add_bound(reading, child, found)
    return tuple((name, tuple(bounds)) for name, bounds in found.items())


def _add_bound(reading: Reading, node: Node, found: dict[str, list[KotlinType]]) -> None:
    name = ""
    for child in node.children:
        if child.kind_id in IDENTIFIER:
            name = reading.word(child)
            found.setdefault(name, [])
        elif child.kind_id in TYPES and name:
            found[name].append(type_of(reading, child))


def short(of: KotlinType) -> str:
    """Unqualified and without arguments, as it stands in a signature: `Entry`, `Int?`, `(Int)->Unit`."""
    if isinstance(of, str):
        return of.rpartition(".")[2]
    head, arguments = of
    if head == "?":
        inner = short(arguments[0])
        return f"({inner})?" if "->" in inner else inner + "?"
    if head == "->":
        receiver, result, *parameters = arguments
        front = "" if receiver is None else short(receiver) + "."
        return f"{front}({','.join(map(short, parameters))})->{short(result)}"
    return head.rpartition(".")[2]
