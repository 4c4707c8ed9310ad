"""Parts of a statement that only running the code tells, made into names that a grammar accepts.

`?`, `?1`, `:name`, `#{x}`, `${x}`, `%s`, `%(x)s`, `$1`, `{}` and `{x}` become names that begin with `gap__`; a
table or column whose name holds one is not known. Texts and comments are left alone, so is `::` of a
cast. A masked text is read, never kept.
"""

import re
from itertools import pairwise

from kg.ingest.parse.sql.words import words

GAP = "gap__"

_DYNAMIC = re.compile(
    r"""
    (?P<apart>'(?:[^'\\]|\\(?:.|\Z)|'')*+(?:'|\Z)|"(?:[^"\\]|\\(?:.|\Z))*+(?:"|\Z)|`[^`]*+(?:`|\Z)|--[^\n]*|/\*.*?\*/|::|:=)
  | (?P<braces>[\#$:]?\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+){0,8}+\})
  | (?P<named>(?<![\w:]):[^\W\d]\w*(?:\.\w+)*)
  | (?P<format>%\(\w+\)[sdif]|(?<![\w%)])%[sdif]\b|(?<=[\s(,=])%[sdif]\b)
  | (?P<number>\?\d*|\$\d+\b)
    """,
    re.VERBOSE | re.DOTALL,
)


_WANTS = frozenset((
    "WHERE", "AND", "OR", "ON", "IN", "BY", "LIMIT", "OFFSET", "FROM", "JOIN", "INTO", "UPDATE", "SET", "SELECT",
    "LIKE", "BETWEEN", "THEN", "ELSE", "WHEN", "HAVING", "NOT", "CASE", "DISTINCT", "TABLE", "AS", "IS", "ILIKE",
    "INTERVAL", "TOP", "REGEXP", "VALUES", "USING", "ESCAPE", "FETCH", "FIRST", "NEXT",
))  # fmt: skip
_OPERATORS = frozenset(("=", "<", ">", "<=", ">=", "<>", "!=", "||", "::", "->", "->>", *"+-*/(,.@~&|%^"))


def masked(text: str) -> str:
    """The text with names in place of its dynamic parts; it keeps its line breaks."""
    return _DYNAMIC.sub(_named, text) if any(sign in text for sign in "?:{%$") else text


def is_gap(name: str) -> bool:
    return GAP in name


def _named(match: re.Match[str]) -> str:
    said = match.group()
    if match.lastgroup == "apart":
        return said
    name = GAP + ("" if match.lastgroup == "braces" else "v")
    if match.lastgroup == "number" and match.string[match.end() : match.end() + 1].isalnum():
        name += " "
    return name + "\n" * said.count("\n")


def without_gaps(text: str) -> str:
    """A masked text without the gaps that stand where a value is complete: `WHERE a = 1 gap__ ORDER BY b`."""
    found = words(text)
    loose = [
        word
        for before, word in pairwise(found)
        if word.text in (GAP, f"{GAP}v") and before.upper not in _WANTS and before.text not in _OPERATORS
    ]
    for word in reversed(loose):
        text = text[: word.start] + text[word.end :]
    return text
