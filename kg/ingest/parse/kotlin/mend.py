"""What the grammar does not parse, written so that it does: same length, same lines.

In: the bytes of a file. Out: bytes for the parser alone; every slice is taken from the text as it was.
Tried only on files that do not parse, and kept only where fewer errors are left.
"""

import re
from collections.abc import Callable

_SOFT = re.compile(
    rb"\b(?:open|inner|annotation|where|value|data|sealed|internal|infix|operator|external|out|lateinit|actual|expect)"
    rb"\b(?=\s*(?:\?\.|!!|\.(?!\.)|[(),:]|=(?!=)|\?:|$))",
    re.MULTILINE,
)
"""Soft keywords where only a name can stand."""
_SET = re.compile(rb"(?<!@)\b(?:set|get)\b(?=\s*(?:\?\.|\.(?!\.)|[,):]|=|!=|\?:|and\b|or\b))")
"""`set` and `get` are names too, where neither an accessor nor a function follows."""
_ONE_LINE = re.compile(rb"(\b(?:fun|val|var)\b(?:[^{}\n]*[^\s{};]|[^{}\n]*\{[^{}\n]*\})) (?=\})")
"""`interface Repo { fun save(c: Card) }`: a declaration needs an end before the brace."""
_HEADER = re.compile(
    rb"((?:class|interface)\s+\w+(?:<[^<>{}\n]*>)?)((?:\s*@\w+(?:\([^()\n]*\))?)+\s*\n\s*)"
    rb"(?=(?:(?:public|private|internal|protected)\s+)?constructor\b)"
)
"""Annotations of a primary constructor on lines of their own."""
_ACCESSOR = re.compile(rb"(\n\s*)(@\w+(?:\([^()\n]*\))?[ \t]+)(?=(?:get|set)\s*\()")
"""`@Synchronized get() = …` on the line after its property."""
_SUSPEND = re.compile(rb"(?<=[=(,])(\s*)suspend(?=\s*\{)")


_BRACKETS = rb"\((?:[^()\n]|\([^()\n]*\))*\)"
_ANNOTATED = re.compile(
    rb"^(?:@[\w.:]+(?:" + _BRACKETS + rb")?[ \t]+)+(?=(?:\w+[ \t]+)*(?:fun|val|var|typealias|object)\b)",
    re.MULTILINE,
)
_SIGN = re.compile(rb"(\n[ \t]*)[ \t]([+-](?![+\-=>\s]))")
_UNFINISHED = (
    b"=", b"+", b"-", b"*", b"/", b"(", b",", b"[", b"{", b"&&", b"||", b"?:", b"<", b">", b"->", b"return", b"else",
    b";", b"*/",
)  # fmt: skip
_DELEGATED = re.compile(rb"\bby\s+[\w.]+(?:" + _BRACKETS + rb")?\s*(?=\{)")
_OF_PROPERTY = re.compile(rb"\b(?:val|var)\s+[^()=]*$")
_IN_HEADER = re.compile(rb"\b(?:class|object|interface)\b[^{}]*$")
_FOREIGN = re.compile(rb"[\x80-\xff]")


def plain(data: bytes) -> bytes:
    """What the grammar reads wrong without an error, for every file: letters it does not know (`결제`),
    `@JvmName("x") fun f()` at the top, which it takes for an infix call, the body of a class behind
    `by value`, which it takes for a lambda, and a sign at the start of a line, which it takes for the
    operator of the line before."""
    if not data.isascii():
        data = _FOREIGN.sub(b"x", data)
    data = _ANNOTATED.sub(_without_brackets, data)
    data = _SIGN.sub(_as_statement, data)
    return _DELEGATED.sub(_without_delegate, data) if b" by " in data else data


def mend(data: bytes) -> bytes:
    """The same text for the parser, or the very same object where there is nothing to mend."""
    found = data
    for pattern, replacement in _STEPS:
        found = pattern.sub(replacement, found)
    assert len(found) == len(data)
    return found


def _without_brackets(match: "re.Match[bytes]") -> bytes:
    """The annotation is sliced from the text as it was, arguments and all."""
    return re.sub(_BRACKETS, lambda each: b"x" * len(each[0]), match[0])


def _as_statement(match: "re.Match[bytes]") -> bytes:
    """Inside brackets, and where the line before is not complete, the sign goes on with it."""
    before = match.string[max(0, match.start() - 1_000) : match.start()].rstrip()
    if not before or before.endswith(_UNFINISHED) or _is_in_brackets(before):
        return match[0]
    return match[1] + b";" + match[2]


def _is_in_brackets(before: bytes) -> bool:
    depth = 0
    for letter in reversed(before):
        if letter in b")]}":
            depth += 1
        elif letter in b"([{":
            if depth == 0:
                return letter != ord("{")
            depth -= 1
    return False


def _without_delegate(match: "re.Match[bytes]") -> bytes:
    """In the header of a class; `val x by lazy { … }` has a lambda indeed."""
    before = match.string[max(0, match.start() - 2_000) : match.start()]
    if _OF_PROPERTY.search(before[-200:]) or not _IN_HEADER.search(before):
        return match[0]
    return re.sub(rb"\S", b" ", match[0])


def _as_name(match: "re.Match[bytes]") -> bytes:
    return b"x" * len(match[0])


def _ended(match: "re.Match[bytes]") -> bytes:
    return match[1] + b";"


def _blank_annotations(match: "re.Match[bytes]") -> bytes:
    return match[1] + re.sub(rb"\S", b" ", match[2])


def _blank(match: "re.Match[bytes]") -> bytes:
    return match[1] + b" " * len(b"suspend")


_STEPS: tuple[tuple["re.Pattern[bytes]", Callable[["re.Match[bytes]"], bytes]], ...] = (
    (_ONE_LINE, _ended),
    (_HEADER, _blank_annotations),
    (_ACCESSOR, _blank_annotations),
    (_SOFT, _as_name),
    (_SET, _as_name),
    (_SUSPEND, _blank),
)
