"""INI: a file as a tree, sections above keys, with lines.

Comments begin with `#` or `;`, a key may have no value, an indented line goes on with the value before it
(as `configparser` reads it, which keeps no lines).
"""

import re

from kg.ingest.parse.readers import read
from kg.ingest.parse.tree import Branch, Documents, Leaf, Pair
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, Problem

_SECTION = re.compile(r"\[([^\]\n]+)\]\s*(?:[#;].*)?")
_OPTION = re.compile(r"([^\s=:\[][^=:]*?)\s*(?:[=:]\s*(.*))?")


def parse_ini(unit: Unit) -> Facts:
    return read(unit, load_ini)


def load_ini(unit: Unit) -> Documents:
    """The sections of a file; a line that is neither is a problem."""
    problems: list[Problem] = []
    sections: list[tuple[str, int, list[Pair]]] = [("", 1, [])]
    for number, line in enumerate(unit.text.split("\n"), 1):
        text = line.strip()
        if not text or text[0] in "#;":
            continue
        section = _SECTION.fullmatch(text)
        options = sections[-1][2]
        if line[0] in " \t" and options:
            options[-1] = _continued(options[-1], text, number)
        elif section:
            sections.append((section[1].strip(), number, []))
        elif option := _OPTION.fullmatch(text):
            options.append(Pair(option[1], Leaf(option[2] or "", number, number), number))
        else:
            problems.append(Problem(number, "neither a section nor an option"))
    return Documents((_whole(sections, unit.line_count),), tuple(problems))


def _continued(option: Pair, text: str, line: int) -> Pair:
    before = option.value.text if isinstance(option.value, Leaf) else ""
    return Pair(option.key, Leaf(f"{before}\n{text}".strip(), option.line, line), option.line)


def _whole(sections: list[tuple[str, int, list[Pair]]], end: int) -> Branch:
    (_, _, top), *named = sections
    pairs = list(top)
    for name, line, options in named:
        last = options[-1].value.end_line if options else line
        pairs.append(Pair(name, Branch(tuple(options), line, last), line))
    return Branch(tuple(pairs), 1, max(end, 1))
