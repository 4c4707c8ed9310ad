"""Makefiles: a step a target, which runs what it depends on and what its recipe starts."""

import re
from collections.abc import Iterator

from kg.ingest.parse.jobs.commands import runs
from kg.ingest.parse.jobs.job import Job, facts_of
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.jobs import TARGET, Run
from kg.schema.vocabulary import Form

SYSTEM = "make"
_RULE = re.compile(r"^([A-Za-z0-9_][\w./ -]*?)\s*::?(?!=)\s*([^=#]*)(?:#.*)?$")
_MAKE = re.compile(r"\$[({]MAKE[)}]")


def parse_make(unit: Unit) -> Facts:
    return facts_of(unit, list(_targets(unit)))


def _targets(unit: Unit) -> Iterator[Job]:
    lines = unit.text.split("\n")
    folder = unit.path.rpartition("/")[0]
    for at, line in enumerate(lines):
        rule = _RULE.match(line)
        if rule is None:
            continue
        end = _end(lines, at)
        recipe = [(number + 1, _command(lines[number])) for number in range(at + 1, end)]
        for name in rule[1].split():
            needs = tuple(
                Run(Uid(""), TARGET, need, at + 1, folder)
                for need in rule[2].partition(";")[0].split()
                if "$" not in need and need != "|"
            )
            text = "\n".join(lines[at:end])
            yield Job(name, SYSTEM, at + 1, end, Form.STEP, text, (), (*needs, *runs(recipe, folder)))


def _command(line: str) -> str:
    """A line of a recipe as a shell sees it."""
    return _MAKE.sub("make", line.lstrip("\t ").lstrip("@-+"))


def _end(lines: list[str], at: int) -> int:
    """The line after the recipe, without blank lines at its end."""
    end = at + 1
    for number in range(at + 1, len(lines)):
        line = lines[number]
        if line.startswith("\t") or lines[number - 1].endswith("\\"):
            end = number + 1
        elif line.strip():
            break
    return end
