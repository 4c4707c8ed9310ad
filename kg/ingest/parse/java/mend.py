"""What the grammar cannot parse is blanked or renamed, byte for byte, before parsing.

Only the parser sees the mended bytes: every text is cut from the original, so positions and stored
code stay true. In: the bytes. Out: bytes of the same length, and a problem for each place mended.
"""

import re

from kg.schema.facts import Problem

SUPER = b"$uper"
THIS = b"$his"
"""Explicit constructor calls that do not come first, under names the grammar takes for methods."""

_VARARGS = re.compile(rb"(?<=[\w>\]])\s+((?:@[\w.]+(?:\([^()]*\))?\s*)+)(?=\.\.\.\s*\w+\s*[,)])")
_ANNOTATED = re.compile(rb"@[\w.]+(?:\([^()]*\))?\s*\.\.\.")
"""Quick to look for: most files with varargs annotate none."""
_MODULE = re.compile(rb"^([ \t]*import\s+module\s+)([\w.]+)(\s*;)", re.MULTILINE)
_CONFLICT = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?:[ \t][^\n]*)?$", re.MULTILINE)
_QUALIFIED_PATTERN = re.compile(rb"(\bcase\s+)((?:\w+\s*\.\s*)+)(\w+\s*\([^()\n]{0,200}?\w\s+\w)")
_FINAL_PATTERN = re.compile(rb"(\bcase\s+)(final)(?=\s)")
_CONSTRUCTOR_CALL = re.compile(rb"(?<![\w.$])(super|this)(?=\s{0,20}\()")
_SPACE = b" \t\r\n"


def mend(data: bytes) -> tuple[bytes, list[Problem]]:
    """The gaps that can be seen without a parse: conflict markers, annotated varargs, module imports."""
    problems: list[Problem] = []
    if b"..." in data and _ANNOTATED.search(data) is not None:
        data = _blank(_VARARGS, 1, data, "annotated varargs", problems)
    if b"import module" in data:
        data = _blank(_MODULE, 0, data, "module import", problems)
    if b"<<<<<<<" in data or b">>>>>>>" in data:
        data = _blank(_CONFLICT, 0, data, "conflict marker", problems)
    return data, problems


def mend_broken(data: bytes) -> tuple[bytes, list[Problem]]:
    """More gaps, only worth looking for where the tree has errors."""
    problems: list[Problem] = []
    data = _blank(_QUALIFIED_PATTERN, 2, data, "qualified record pattern", problems)
    data = _blank(_FINAL_PATTERN, 2, data, "final in a pattern", problems)
    late = [match for match in _CONSTRUCTOR_CALL.finditer(data) if _comes_late(data, match.start())]
    problems += [
        Problem(_line(data, each.start()), "code before a constructor call: mended") for each in late
    ]
    pieces = bytearray(data)
    for each in late:
        pieces[each.start() : each.end()] = SUPER if each[1] == b"super" else THIS
    return bytes(pieces), problems


def _comes_late(data: bytes, at: int) -> bool:
    """It stands behind another statement. (A pattern over the comments between may take forever.)"""
    at -= 1
    while at >= 0 and data[at] in _SPACE:
        at -= 1
    return at >= 0 and data[at] in b";}/"


def modules(data: bytes) -> tuple[str, ...]:
    """`import module java.sql;` as written."""
    if b"import module" not in data:
        return ()
    return tuple(match[2].decode() for match in _MODULE.finditer(data))


def _blank(pattern: re.Pattern[bytes], group: int, data: bytes, reason: str, found: list[Problem]) -> bytes:
    pieces, end = [], 0
    for match in pattern.finditer(data):
        found.append(Problem(_line(data, match.start(group)), f"{reason}: mended"))
        pieces += [data[end : match.start(group)], re.sub(rb"[^\n]", b" ", match[group])]
        end = match.end(group)
    return b"".join([*pieces, data[end:]])


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1
