"""The text of a SCIP symbol: which package it is of, what it is called, and what kind of thing it is.

`scheme manager name version descriptors`, parts separated by single blanks (a doubled one is a blank of
the part); a descriptor ends in `/` (namespace), `#` (type), `.` (term), `().` (method), `!` (macro), or is
a parameter; names that are no identifiers stand in back-ticks. Pure; reads one text.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

_PART = re.compile(r"((?:[^ ]|  )*) ")
_DESCRIPTOR = re.compile(
    r"(?:`((?:[^`]|``)*)`|([\w+\-$]+))(/|#|\.|:|!|\([^()]*\)\.)|\[[^\]]*\]|\((?:`[^`]*`|[\w+\-$]+)\)"
)


class Suffix(Enum):
    """What the last descriptor is."""

    NAMESPACE = "/"
    TYPE = "#"
    TERM = "."
    METHOD = "()."
    MACRO = "!"
    OTHER = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol in its parts."""

    package: str
    """`manager name`; empty for a local symbol."""
    names: tuple[str, ...]
    suffix: Suffix

    @property
    def name(self) -> str:
        return self.names[-1] if self.names else ""

    @property
    def library(self) -> str:
        """The package's own name; empty where the indexer does not know it."""
        name = self.package.rpartition(" ")[2]
        return "" if name == "." else name

    @property
    def qualified_name(self) -> str:
        """With dots, as an open site names what is external."""
        return ".".join(self.names)


@lru_cache(maxsize=100_000)
def symbol_of(text: str) -> Symbol:
    """`scip-python python shop 0.1 pay/Order#total().` -> `python shop`, (`pay`, `Order`, `total`), METHOD."""
    if text.startswith("local "):
        return Symbol("", (), Suffix.OTHER)
    parts, at = [], 0
    for _ in range(4):
        match = _PART.match(text, at)
        if match is None:
            return Symbol("", (), Suffix.OTHER)
        parts.append(match[1].replace("  ", " "))
        at = match.end()
    names: list[str] = []
    suffix = Suffix.OTHER
    for match in _DESCRIPTOR.finditer(text, at):
        name = match[1].replace("``", "`") if match[1] is not None else match[2]
        if name is None:
            suffix = Suffix.OTHER
            continue
        names.append(name)
        suffix = _suffix(match[3])
    return Symbol(f"{parts[1]} {parts[2]}", tuple(names), suffix)


def _suffix(written: str) -> Suffix:
    if written.startswith("("):
        return Suffix.METHOD
    return next((one for one in Suffix if one.value == written), Suffix.OTHER)
