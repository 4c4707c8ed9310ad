"""Which calls of Go code are noted as usages, what they are made on, and the texts that code names.

In: calls as they are read. Out: `Usage` and `Constant` records in the reading. What a call means is decided in
resolve. A variable of the function is followed to what it is made from, a parameter to its type.
"""

from dataclasses import replace

from tree_sitter import Node

from kg.ingest.parse.go.grammar import FIELD, IDENTIFIER, NAME, OPERAND, PARAMETERS, TYPE, ids, named
from kg.ingest.parse.go.grammar import field as grammar_field
from kg.ingest.parse.go.reading import Reading
from kg.ingest.parse.go.written import expressions_in, given, local, value_of
from kg.schema.usages import CALLED, JOIN, LIST, Constant, Given, Usage
from kg.schema.usages import NAME as NAMED

_VERBS = frozenset(
    ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options", "Use", "Add", "Match", "Method")
)
"""Of many things: only with a text that has a slash first, or on `http`."""

WORDS = _VERBS | frozenset(
    (
        # routes
        "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "Any", "Handle", "HandleFunc", "Handler",
        "HandlerFunc", "MethodFunc", "Route", "Group", "Mount", "Methods", "PathPrefix", "Path", "Connect",
        "StripPrefix", "Static", "Subrouter",
        # clients
        "NewRequest", "NewRequestWithContext", "PostForm", "SetBaseURL", "Execute",
        # data
        "Query", "QueryRow", "Exec", "QueryContext", "QueryRowContext", "ExecContext", "Prepare", "NamedExec",
        "NamedQuery", "Queryx", "Raw", "Table", "Select", "MustExec", "Rebind",
        # topics and jobs
        "Publish", "PublishWithContext", "Subscribe", "QueueSubscribe", "WriteMessages", "SendMessage",
        "ConsumePartition", "Produce", "Consume", "QueueDeclare", "AddFunc", "AddJob", "SubscribeTopics",
    )
)  # fmt: skip
"""By the last part of the name."""

_CLOSURE = ids("func_literal")
_CALL = ids("call_expression")
_SELECTOR = ids("selector_expression")
_LITERALS = ids("interpreted_string_literal", "raw_string_literal")
_FUNCTION, _RECEIVER = grammar_field("function"), grammar_field("receiver")
_WITH_TEXT = ids("interpreted_string_literal", "raw_string_literal", "binary_expression", "call_expression")
_LONGEST = 120
_DEEPEST = 14


def is_noted(name: str) -> bool:
    """Words of the table, and what generated code of gRPC calls its servers and clients."""
    return name in WORDS or (
        name.endswith(("Server", "Client")) and name.startswith(("Register", "New")) and len(name) > 9
    )


def opened(reading: Reading, name: str, callee: Node, arguments: Node) -> bool:
    """Before the arguments are read: what is written in a function given to `Route("/x", func(r …))` is
    below it."""
    if name not in ("Route", "Group", "Mount"):
        return False
    parts = named(arguments)
    if not parts or parts[-1].kind_id not in _CLOSURE:
        return False
    operand = callee.child_by_field_id(OPERAND)
    path = value_of(reading, parts[0]) if len(parts) > 1 else ""
    reading.around.append((path, "" if operand is None else _short(reading, operand)))
    return True


def note_call(reading: Reading, name: str, call: Node, callee: Node, arguments: Node, row: int) -> None:
    operand = callee.child_by_field_id(OPERAND) if callee.kind_id in _SELECTOR else None
    if name in _VERBS and (operand is None or not _may_be_path(reading, operand, arguments)):
        return
    receiver = "" if operand is None else _short(reading, operand)
    on = "" if operand is None else owner(reading, operand)
    told = _with_handler(reading, given(reading, arguments), arguments)
    if reading.around:
        told = (
            *told,
            ("within", (JOIN, *[path for path, _ in reading.around])),
            ("root", reading.around[0][1]),
        )
    line = row - reading.row
    usage = Usage(reading.owner.uid, CALLED, name, on or receiver, told, line, receiver=receiver)
    reading.usages.append(usage)
    reading.noted[call.id] = len(reading.usages) - 1


def _with_handler(reading: Reading, told: Given, arguments: Node) -> Given:
    """The last argument where it is a method of a variable: `Orders.One` of `orders.One`."""
    last = named(arguments)[-1:] if told else []
    if last and last[0].kind_id in _SELECTOR and (of := owner(reading, last[0])):
        return (*told[:-1], ("", (NAMED, of)))
    return told


def _may_be_path(reading: Reading, operand: Node, arguments: Node) -> bool:
    """Whether one of the first arguments is written with a slash; anything on `http` or a resty request."""
    on = reading.slice(operand)
    if on == "http" or on.endswith(".R()"):
        return True
    texts = [reading.slice(each) for each in named(arguments)[:2] if each.kind_id in _WITH_TEXT]
    return any("/" in text and ('"' in text or "`" in text) for text in texts)


def owner(reading: Reading, node: Node, deep: int = _DEEPEST) -> str:
    """What a variable is made from, with the calls chained to it: `gin.Default().Group()`."""
    if deep == 0:
        return ""
    if node.kind_id in IDENTIFIER:
        return _variable(reading, reading.slice(node), deep)
    if node.kind_id in _SELECTOR:
        inner, name = node.child_by_field_id(OPERAND), node.child_by_field_id(FIELD)
        if inner is None or name is None:
            return ""
        above = owner(reading, inner, deep - 1)
        return f"{above}.{reading.slice(name)}" if above else ""
    if node.kind_id in _CALL:
        callee = node.child_by_field_id(_FUNCTION)
        made = "" if callee is None else owner(reading, callee, deep - 1)
        return f"{made}()" if made else ""
    if node.type in ("composite_literal", "unary_expression", "parenthesized_expression"):
        of = node.child_by_field_id(TYPE)
        if of is not None:
            return reading.slice(of).lstrip("*")[:_LONGEST]
        parts = named(node)
        return owner(reading, parts[-1], deep - 1) if parts else ""
    return ""


def _variable(reading: Reading, name: str, deep: int) -> str:
    made = local(reading, name)
    if made is not None:
        return owner(reading, made, deep - 1) or name
    return parameters(reading).get(name, name)


def parameters(reading: Reading) -> dict[str, str]:
    """The types of what the function being read is given, without pointers; its receiver too."""
    if reading.parameters is None:
        reading.parameters = {}
        for part in (PARAMETERS, _RECEIVER):
            written = None if reading.function is None else reading.function.child_by_field_id(part)
            for each in named(written) if written is not None else ():
                _add_parameter(reading, reading.parameters, each)
    return reading.parameters


def _add_parameter(reading: Reading, found: dict[str, str], node: Node) -> None:
    of = node.child_by_field_id(TYPE)
    for name in node.children_by_field_id(NAME):
        if of is not None and name is not None:
            found[reading.slice(name)] = reading.slice(of).lstrip("*")[:_LONGEST]


def _short(reading: Reading, node: Node, deep: int = _DEEPEST) -> str:
    """A receiver as written, calls in it without what they are given; empty for a long chain."""
    if deep == 0:
        return ""
    if node.kind_id in _CALL:
        callee = node.child_by_field_id(_FUNCTION)
        inner = "" if callee is None else _short(reading, callee, deep - 1)
        return f"{inner}()" if inner else ""
    if node.kind_id in _SELECTOR:
        operand, name = node.child_by_field_id(OPERAND), node.child_by_field_id(FIELD)
        inner = "" if operand is None else _short(reading, operand, deep - 1)
        return f"{inner}.{reading.slice(name)}" if inner and name is not None else ""
    return reading.slice(node) if node.kind_id in IDENTIFIER else ""


def note_locals(reading: Reading, names: tuple[str, ...], right: Node | None, before: int) -> None:
    """`r, err := gin.New()`: what a name of the function is made from, and which call it takes."""
    if right is None:
        return
    reading.defined.append((names, right))
    if len(reading.usages) > before:
        for name, made in zip(names, expressions_in(right), strict=False):
            if name != "_" and (at := reading.noted.get(made.id)) is not None:
                reading.usages[at] = replace(reading.usages[at], to=name)


def note_constants(reading: Reading, names: tuple[str, ...], value: Node) -> None:
    """`const Path = "/x"`, `var Topics = []string{…}` of a package."""
    nodes = expressions_in(value)
    for name, each in zip(names, nodes, strict=False):
        if each.kind_id in _LITERALS or each.type in (
            "binary_expression",
            "composite_literal",
            "call_expression",
        ):
            said = value_of(reading, each)
            if (isinstance(said, str) and said) or (isinstance(said, tuple) and said[0] in (JOIN, LIST)):
                scope = f"{reading.folder}:{reading.package}"
                reading.named_texts.append(Constant(f"{scope}.{name}", said))
