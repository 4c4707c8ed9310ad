"""The texts of one statement of a mapper: as it is written, and as it can be parsed.

In: an element, and the fragments of its file. Out: SQL. A fragment of another file stays in the text as
`<include namespace.id>`, for `kg.ingest.resolve.data` to fill in. Knows no table.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from textwrap import dedent

from kg.ingest.parse.mybatis.flatten import Style, flatten
from kg.ingest.parse.xml import Element
from kg.schema.mybatis import foreign_mark

_MOST_NESTED = 8
"""Fragments in fragments."""
_BLANK_LINES = re.compile(r"[ \t]*\n(?:[ \t]*\n)*")
_BLANKS = re.compile(r"(?<=\S)[ \t]{2,}")
_BESIDE_CHOICE = re.compile(r"\b(?:from|join|into|update)\b", re.IGNORECASE)


@dataclass(slots=True)
class Runnable:
    """SQL that can be parsed, and what was included on the way."""

    sql: str = ""
    includes: tuple[str, ...] = ()
    """`namespace.id`, only those that the element itself names."""
    foreign: bool = False
    """Whether something of another file is left to be filled in."""


def as_written(element: Element) -> str:
    """Every branch of every tag, includes as they stand."""
    style = Style(lambda include: f'<include refid="{include.get("refid")}"/>', list)
    parts = [flatten(key, style).strip() for key in element.elements if key.name == "selectKey"]
    return ";\n".join(_tidy(part) for part in (*parts, flatten(element, style)) if part.strip())


def _tidy(text: str) -> str:
    return dedent(_BLANKS.sub(" ", _BLANK_LINES.sub("\n", text)).strip("\n")).strip()


def runnable(element: Element, namespace: str, fragments: Mapping[str, Element]) -> Runnable:
    """One branch of each choice (all, where they name other tables), fragments of the file filled in."""
    filling = _Filling(namespace, fragments)
    keys = [filling.text(key) for key in element.elements if key.name == "selectKey"]
    sql = ";\n".join([*keys, filling.text(element)])
    return Runnable(sql, tuple(dict.fromkeys(filling.includes)), filling.foreign)


@dataclass(slots=True)
class _Filling:
    """Fills in the fragments of one file."""

    namespace: str
    fragments: Mapping[str, Element]
    includes: list[str] = field(default_factory=list)
    foreign: bool = False
    deep: int = 0

    def text(self, element: Element) -> str:
        return flatten(element, Style(self._include, _branches))

    def _include(self, include: Element) -> str:
        refid = include.get("refid")
        name = refid if "." in refid else f"{self.namespace}.{refid}"
        if self.deep == 0:
            self.includes.append(name)
        fragment = self.fragments.get(name)
        if fragment is None or self.deep == _MOST_NESTED:
            self.foreign = True
            return foreign_mark(name)
        self.deep += 1
        text = self.text(fragment)
        self.deep -= 1
        for given in include.elements:
            name, value = given.get("name"), given.get("value")
            text = text.replace(f"${{{name}}}", value)
        return text


def _branches(branches: list[Element]) -> Iterable[Element]:
    """The first branch stands for the others, unless those bring tables of their own."""
    return [each for n, each in enumerate(branches) if n == 0 or _BESIDE_CHOICE.search(_all_text(each))]


def _all_text(element: Element) -> str:
    return " ".join(child if isinstance(child, str) else _all_text(child) for child in element.content)
