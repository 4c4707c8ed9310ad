"""Shell scripts: their functions as steps, and what they and the script's own body start."""

import re
from collections.abc import Iterator

from kg.ingest.parse.jobs.commands import runs
from kg.ingest.parse.jobs.job import Job, said
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts
from kg.schema.jobs import Run
from kg.schema.vocabulary import Form

SYSTEM = "shell"
_FUNCTION = re.compile(r"^\s*(?:function\s+([\w:.-]+)\s*(?:\(\s*\))?|([\w:.-]+)\s*\(\s*\))\s*(\{)?\s*(.*)$")
_CLOSED = re.compile(r"\}\s*(?:#.*)?$")


def parse_shell(unit: Unit) -> Facts:
    lines = unit.text.split("\n")
    spans = list(_functions(lines))
    names = frozenset(name for name, _, _ in spans)
    own = unit.path.rpartition("/")[0]
    steps = [_step(lines, name, start, end, own, names) for name, start, end in spans]
    inside = {number for _, start, end in spans for number in range(start, end + 1)}
    body = ((number, line) for number, line in enumerate(lines, 1) if number not in inside)
    found = said(unit, steps)
    top = (Run(unit.uid, run.form, run.name, run.line - 1, run.folder) for run in runs(body, "", own, names))
    return Facts(unit.file(), found.artifacts, found.edges, found=(*found.found, *top))


def _functions(lines: list[str]) -> Iterator[tuple[str, int, int]]:
    """Name, first and last line of each function at the top; one that is never closed is none."""
    at = 0
    while at < len(lines):
        begun = _FUNCTION.match(lines[at])
        end = _end(lines, at, begun) if begun else 0
        if begun and end:
            yield begun[1] or begun[2], at + 1, end
            at = end
        else:
            at += 1


def _end(lines: list[str], at: int, begun: re.Match[str]) -> int:
    """The line of the brace that closes a function: alone at the indentation of its first line, as scripts
    are written; of a function of one line that line."""
    if not begun[3] and not (at + 1 < len(lines) and lines[at + 1].strip() == "{"):
        return 0
    if begun[3] and _CLOSED.search(begun[4]):
        return at + 1
    indent = len(lines[at]) - len(lines[at].lstrip())
    for number in range(at + 1, len(lines)):
        line = lines[number]
        if line.strip().startswith("}") and len(line) - len(line.lstrip()) <= indent:
            return number + 1
    return 0


def _step(lines: list[str], name: str, start: int, end: int, own: str, names: frozenset[str]) -> Job:
    text = "\n".join(lines[start - 1 : end])
    body = [(number, lines[number - 1]) for number in range(start, end + 1)]
    body[0] = (start, _FUNCTION.sub(r"\4", body[0][1]))
    found = runs(body, "", own, names - {name})
    return Job(name, SYSTEM, start, end, Form.STEP, text, (), tuple(found))
