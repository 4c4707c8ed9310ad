"""Makes C and C++ readable for a grammar that sees no preprocessor, where it stumbles.

Two things break a tree: branches of `#if` that each open the same brace, and macros where the language
has no place for a word (`class EXPORT Pay {`, `) GUARDED_BY(mu) {`). Both become blanks, so that lines
and columns stay. In: the bytes of a file whose tree has errors. Out: bytes of the same length.
"""

import re

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b([ \t]+0[ \t]*$)?", re.MULTILINE)
_MACRO = rb"[A-Z][A-Z0-9_]{2,}(?:[ \t]*\([^()]*\))?"
_IN_HEADS = re.compile(
    rb"\b(?:class|struct|union)[ \t]+(" + _MACRO + rb")(?=[ \t]+\w[\w:]*[ \t\n]*(?:final[ \t\n]*)?[:{])"
)
_BEHIND = re.compile(
    rb"\)[ \t\n]*(?:(?:const|noexcept|override|final)\b[ \t\n]*)*(" + _MACRO + rb")"
    rb"(?=[ \t\n]*(?:(?:override|final)[ \t\n]*)*[{;:])"
)
_BEFORE = re.compile(
    rb"^[ \t]*(?:(?:static|inline|extern)[ \t]+)*(" + _MACRO + rb")"
    rb"(?=[ \t\n]+[a-z_]\w*[ \t\n*&]+\w+[ \t]*\()",
    re.MULTILINE,
)
_NOT_A_NEWLINE = re.compile(rb"[^\n]")


def mend_heads(data: bytes) -> bytes:
    """No macro before the name of a class: the grammar takes such a class for a function, without an error."""
    return _IN_HEADS.sub(_without_macro, data)


def mend(data: bytes) -> bytes:
    """One branch of each `#if`, and no macros between the words of a declaration."""
    text = _one_branch(mend_heads(data))
    for pattern in (_BEHIND, _BEFORE):
        text = pattern.sub(_without_macro, text)
    return text


def _without_macro(match: re.Match[bytes]) -> bytes:
    at, end = match.start(1) - match.start(), match.end(1) - match.start()
    return match[0][:at] + _blank(match[0][at:end]) + match[0][end:]


def _one_branch(data: bytes) -> bytes:
    """The first branch of every `#if`, of `#if 0` the second; the others and the directives are blank."""
    pieces: list[bytes] = []
    kept: list[bool] = []
    """For each open `#if`: whether its present branch is kept, …"""
    chosen: list[bool] = []
    """… and whether it had a branch that is."""
    end = 0
    for match in _DIRECTIVE.finditer(data):
        before = data[end : match.start()]
        pieces.append(before if all(kept) else _blank(before))
        word, never = match[1], match[2] is not None
        if word.startswith(b"if"):
            kept.append(not never)
            chosen.append(not never)
        elif word == b"endif":
            del kept[-1:], chosen[-1:]
        elif kept:
            kept[-1] = not chosen[-1]
            chosen[-1] = True
        end = _line_end(data, match.end())
        pieces.append(_blank(data[match.start() : end]))
    pieces.append(data[end:])
    return b"".join(pieces)


def _line_end(data: bytes, at: int) -> int:
    """The end of a directive: a backslash takes it to the next line."""
    end = data.find(b"\n", at)
    while end > 0 and data[end - 1 : end] == b"\\":
        end = data.find(b"\n", end + 1)
    return len(data) if end < 0 else end


def _blank(piece: bytes) -> bytes:
    return _NOT_A_NEWLINE.sub(b" ", piece)
