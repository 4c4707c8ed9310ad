"""A tree and a query -> definitions inside one another, each with its calls and decisions.

A query's captures say what a node is: `@class`, `@interface`, `@struct`, `@trait`, `@enum`, `@record`,
`@module`, `@object` (Class), `@function`, `@method`, `@constructor` (Method); `@namespace` and `@members` (an `impl`)
only name what stands in them, `@package` names the rest of the file; `@call`, `@new`, `@import`,
`@decision`. Beside them `@name`, `@parameters`, `@receiver`, `@arguments`. Of two patterns that match one
node the one written first holds. Knows no language; gives no artifacts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node, Query, QueryCursor

from kg.schema.vocabulary import Form

_LONGEST_NAME = 500
"""Characters: what is longer is an expression in the place of a name."""
FORMS = {
    "class": Form.CLASS,
    "interface": Form.INTERFACE,
    "struct": Form.STRUCT,
    "trait": Form.TRAIT,
    "enum": Form.ENUM,
    "record": Form.RECORD,
    "module": Form.MODULE,
    "object": Form.OBJECT,
    "function": Form.FUNCTION,
    "method": Form.METHOD,
    "constructor": Form.CONSTRUCTOR,
}
CALLABLE = frozenset({"function", "method", "constructor"})
_NAMING = frozenset({"namespace", "members", "package"})
_SITES = frozenset({"call", "new"})
_ROLES = frozenset({*FORMS, *_NAMING, *_SITES, "import", "decision"})
_BRACKETS = re.compile(r"<[^<>]*>|\([^()]*\)|\[[^\[\]]*\]")
_SEPARATOR = re.compile(r"::|\\|\.")
_WORD = re.compile(r"\w")
_OPERATOR = re.compile(r"\boperator\b\s*(?:\(\s*\)|[^(]+)")

Captures = dict[str, list[Node]]


@dataclass(slots=True)
class Scope:
    """A node that defines something or names what stands in it."""

    role: str
    node: Node
    name: str
    """Its own, without what qualifies it."""
    name_node: Node
    parent: "Scope | None"
    path: tuple[str, ...]
    """Names from the outermost namespace to its own."""
    parameters: Node | None = None
    sites: list[tuple[str, Captures]] = field(default_factory=list)
    decisions: int = 0

    @property
    def defines(self) -> bool:
        return self.role in FORMS

    @property
    def is_class(self) -> bool:
        return self.defines and self.role not in CALLABLE


@dataclass(slots=True)
class Outline:
    """What a file holds, in order of appearance."""

    scopes: list[Scope]
    imports: list[str]
    package: tuple[str, ...]


def outline(root: Node, query: Query) -> Outline:
    """The scopes of a file with what belongs to each."""
    found = Outline([], [], ())
    open_scopes: list[Scope] = []
    for role, captures in _ordered(QueryCursor(query).matches(root)):
        node = captures[role][0]
        while open_scopes and open_scopes[-1].node.end_byte <= node.start_byte:
            open_scopes.pop()
        if role in FORMS or role in ("namespace", "members"):
            scope = _scope(role, node, captures, open_scopes, found.package)
            found.scopes.append(scope)
            open_scopes.append(scope)
        elif role == "package":
            found.package = (*found.package, *split_name(text_of(captures["name"][0])))
        elif role == "import":
            found.imports.append(text_of(captures["name"][0]))
        elif (holder := _holder(open_scopes)) is not None:
            _note(holder, role, captures)
    return found


def _ordered(matches: list[tuple[int, Captures]]) -> Iterator[tuple[str, Captures]]:
    """One match a node, from the start of the file to its end, an outer node before an inner one."""
    best: dict[tuple[int, int, str], tuple[int, str, Captures]] = {}
    for pattern, captures in matches:
        for role in captures.keys() & _ROLES:
            for node in captures[role]:
                group = "definition" if role in FORMS else "site" if role in _SITES else role
                key = (node.start_byte, -node.end_byte, group)
                if key not in best or pattern < best[key][0]:
                    best[key] = (pattern, role, {**captures, role: [node]})
    for key in sorted(best):
        yield best[key][1:]


def _scope(
    role: str, node: Node, captures: Captures, open_scopes: list[Scope], package: tuple[str, ...]
) -> Scope:
    name_node = captures["name"][0]
    parent = open_scopes[-1] if open_scopes else None
    parts = split_name(text_of(name_node)) or (text_of(name_node),)
    around = parent.path if parent is not None else package
    parameters = captures.get("parameters")
    return Scope(
        role, node, parts[-1], name_node, parent, (*around, *parts), parameters[0] if parameters else None
    )


def _holder(open_scopes: list[Scope]) -> Scope | None:
    """The innermost definition; what stands at the top of a file belongs to none."""
    return next((scope for scope in reversed(open_scopes) if scope.defines), None)


def _note(holder: Scope, role: str, captures: Captures) -> None:
    if role == "decision":
        holder.decisions += 1
    else:
        holder.sites.append((role, captures))


def text_of(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def split_name(written: str) -> tuple[str, ...]:
    """`acme::Pay<T>` -> `acme`, `Pay`; `&'a mut Order` -> `Order`; an operator stays whole."""
    written = written[:_LONGEST_NAME]
    if (operator := _OPERATOR.search(written)) is not None:
        return (*split_name(written[: operator.start()]), " ".join(operator[0].split()))
    if not _WORD.search(written):
        return (written,) if written.strip() else ()
    while (shorter := _BRACKETS.sub("", written)) != written:
        written = shorter
    last = written.split()[-1] if written.split() else ""
    return tuple(part.strip("&*' ") for part in _SEPARATOR.split(last) if part.strip("&*' "))
