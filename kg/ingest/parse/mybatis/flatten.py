"""The SQL that a mapper's element stands for: dynamic tags become the text that MyBatis would write.

In: an element, and what to do with `<include>` and `<choose>`. Out: SQL text. Two ways use it: the text that
is kept, with every branch and includes as written, and a text that can be parsed, with one branch of each
choice and includes filled in. Knows nothing of tables.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from kg.ingest.parse.xml import Element

SILENT = frozenset({"selectKey", "bind", "property"})
"""Elements whose text is no part of the statement around them."""

_AND_OR = re.compile(r"^\s*(?:AND|OR)\b", re.IGNORECASE)
_COMMAS = re.compile(r"^\s*,|,\s*$")


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is made of the two tags that can be read in several ways."""

    include: Callable[[Element], str]
    branches: Callable[[list[Element]], Iterable[Element]]
    """Which of the branches of a `<choose>` are taken."""


def flatten(element: Element, style: Style) -> str:
    """The SQL inside an element."""
    return "".join(_parts(element, style))


def _parts(element: Element, style: Style) -> Iterator[str]:
    for child in element.content:
        yield child if isinstance(child, str) else f" {_written(child, style)} "


def _written(element: Element, style: Style) -> str:
    """What one tag is replaced by."""
    match element.name:
        case "include":
            return style.include(element)
        case "choose":
            branches = [child for child in element.elements if child.name in ("when", "otherwise")]
            return " ".join(flatten(branch, style) for branch in style.branches(branches))
        case "where":
            return _kept("WHERE ", _AND_OR.sub("", flatten(element, style)), "")
        case "set":
            return _kept("SET ", _COMMAS.sub("", flatten(element, style)), "")
        case "trim":
            return _trimmed(element, flatten(element, style))
        case "foreach":
            return _kept(element.get("open"), flatten(element, style), element.get("close"))
        case tag if tag in SILENT:
            return ""
        case _:
            return flatten(element, style)


def _kept(before: str, inside: str, after: str) -> str:
    return f"{before}{inside}{after}" if inside.strip() else ""


def _trimmed(element: Element, inside: str) -> str:
    """`<trim>`: takes one word off each end, then puts something around the rest."""
    inside = inside.strip()
    for word in _words(element.get("prefixOverrides")):
        inside, found = re.subn(rf"^{word}", "", inside, count=1, flags=re.IGNORECASE)
        if found:
            break
    for word in _words(element.get("suffixOverrides")):
        inside, found = re.subn(rf"{word}$", "", inside, count=1, flags=re.IGNORECASE)
        if found:
            break
    return _kept(f"{element.get('prefix')} ", inside, f" {element.get('suffix')}")


def _words(overrides: str) -> list[str]:
    """`AND |OR |,` as expressions: a word ends where a word ends."""
    words = [word.strip() for word in overrides.split("|") if word.strip()]
    return [rf"\b{re.escape(word)}\b" if word.isalnum() else re.escape(word) for word in words]
