"""Small readings around a definition or a call: header, comment, parameters, place. Pure; one tree.

Nothing here is of one language: node types are told apart by words that the official grammars share.
"""

import re

from tree_sitter import Node

from kg.ingest.parse.scm_tree import Captures, split_name, text_of
from kg.schema.scm import ANY_NUMBER, ScmCall

_WRAPPERS = frozenset({"template_declaration", "export_statement", "friend_declaration"})
_ANNOTATIONS = ("attribute_item", "attribute_list", "annotation")
_SELF = ("self_parameter",)
_MANY = ("variadic", "splat", "rest", "repeat", "spread", "...", "params ")
_OPTIONAL = ("optional", "keyword", "block_parameter")
_TESTS = frozenset({"test", "fact", "theory", "testmethod", "testcase", "bench"})
_COMMENT_MARK = re.compile(r"^[ \t]*(?:/\*[*!]?|\*/|\*(?!/)|//[/!]?|#+)[ \t]?|[ \t]*\*/[ \t]*$", re.MULTILINE)
_CPP = re.compile(
    r"^[ \t]*(?:class[ \t]+[\w: \t]+[{:;]|namespace\b|template[ \t]*<|using[ \t]+\w|(?:public|private|protected)[ \t]*:)",
    re.MULTILINE,
)
_LONGEST_RECEIVER = 60
_LONGEST_HEADER = 1_000


def is_cpp_header(text: str) -> bool:
    """Whether a `.h` file is C++: the ending does not say."""
    return _CPP.search(text) is not None


def header(node: Node, data: bytes) -> str:
    """A definition up to its body, on one line."""
    body = node.child_by_field_name("body")
    end = body.start_byte if body is not None else node.end_byte
    written = data[node.start_byte : end][:_LONGEST_HEADER].decode("utf-8", "replace")
    return " ".join(written.split()).rstrip("{=: ") or written.strip()


def documentation(node: Node) -> str:
    """The comments that end right above a definition, without their marks."""
    while node.parent is not None and node.parent.type in _WRAPPERS:
        node = node.parent
    found: list[str] = []
    row = node.start_point[0]
    above = node.prev_sibling
    while above is not None and ("comment" in above.type or above.type in _ANNOTATIONS):
        ends = above.end_point[0] - (1 if above.end_point[1] == 0 else 0)
        if row - ends > 1 or _shares_line(above):
            break
        row = above.start_point[0]
        if "comment" in above.type:
            found.append(_COMMENT_MARK.sub("", text_of(above)).strip())
        above = above.prev_sibling
    return "\n".join(reversed(found)).strip()


def _shares_line(comment: Node) -> bool:
    """It stands behind code on that line, which it is about."""
    before = comment.prev_sibling
    return (
        before is not None
        and before.end_point[0] == comment.start_point[0]
        and before.end_point[1] > 0
        and "comment" not in before.type
    )


def annotations(node: Node) -> tuple[str, ...]:
    """Attributes as written, without brackets: inside a definition (C#) or above it (Rust)."""
    found = [text_of(child) for child in node.children if child.type in _ANNOTATIONS]
    above = node.prev_sibling
    while above is not None and (above.type in _ANNOTATIONS or "comment" in above.type):
        if above.type in _ANNOTATIONS:
            found.insert(0, text_of(above))
        above = above.prev_sibling
    return tuple(" ".join(one.strip("#[]@ \n").split()) for one in found)


def modifiers(node: Node) -> tuple[str, ...]:
    """`public`, `static`, `pub(crate)`: words before the name."""
    found = [text_of(c) for c in node.children if c.type.endswith(("modifier", "modifiers", "specifier"))]
    return tuple(word for one in found if len(one) < 40 and "{" not in one for word in one.split())


def entry(name: str, noted: tuple[str, ...]) -> str:
    """Why nothing needs to call it: `main`, `test`, or nothing."""
    words = {re.split(r"[^\w]", one)[0].lower() for one in noted} | {
        one.rpartition("::")[2].lower() for one in noted
    }
    if words & _TESTS:
        return "test"
    return "main" if name in ("main", "Main") else ""


def parameter_types(parameters: Node | None) -> list[str]:
    """The types of the parameters as written; a name where a parameter has no type."""
    found = []
    for child in _parameters(parameters):
        of = child.child_by_field_name("type") or child
        found.append("".join(text_of(of).split()))
    return found


def _parameters(parameters: Node | None) -> list[Node]:
    if parameters is None:
        return []
    return [
        child
        for child in parameters.named_children
        if "comment" not in child.type and child.type not in _SELF and text_of(child) != "void"
    ]


def arity(parameters: Node | None) -> tuple[int, int]:
    """The least and the most arguments that a definition takes, as far as its syntax says."""
    if parameters is None:
        return 0, ANY_NUMBER
    low = high = 0
    for child in _parameters(parameters):
        text = text_of(child)
        if any(mark in child.type or mark in text for mark in _MANY):
            high = ANY_NUMBER
        elif any(mark in child.type for mark in _OPTIONAL) or "=" in text:
            high += 1
        else:
            low, high = low + 1, high + 1
    return low, max(high, low)


def call(role: str, captures: Captures, data: bytes) -> ScmCall:
    """The place of the name, the name, what stands before it, and how many arguments there are."""
    node = captures["name"][0]
    parts = split_name(text_of(node)) or (text_of(node),)
    receiver = text_of(captures["receiver"][0]) if "receiver" in captures else "::".join(parts[:-1])
    arguments = captures.get("arguments")
    row, column = node.end_point[0], node.end_point[1] - len(parts[-1].encode("utf-8", "replace"))
    start = node.end_byte - node.end_point[1]
    return ScmCall(
        row=row,
        column=len(data[start : start + column].decode("utf-8", "replace")),
        name=parts[-1],
        receiver=_short(receiver),
        arity=_count(arguments[0]) if arguments else -1,
        creates=role == "new",
    )


def _short(receiver: str) -> str:
    """A receiver on one line; a long chain by what it ends with, behind `()`."""
    joined = "".join(receiver.split())
    if len(joined) <= _LONGEST_RECEIVER:
        return joined
    return f"().{joined[-_LONGEST_RECEIVER // 2 :].rpartition('.')[2]}"


def _count(arguments: Node) -> int:
    if "argument" not in arguments.type:
        return 1  # a block or a literal that stands for the whole list
    return sum(1 for child in arguments.named_children if "comment" not in child.type)


def import_words(written: str) -> list[str]:
    """The words of an import that may name something here: `use a::{b, c}` -> `a`, `b`, `c`."""
    text = re.sub(r"\.\w+[>\"]?$", "", written) if written[:1] in "<\"'" else written
    return re.findall(r"\w+", text)
