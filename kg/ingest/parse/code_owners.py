"""CODEOWNERS, as GitHub and GitLab write it: which paths are whose.

In: a Unit. Out: Facts whose `found` holds the `OwnerRules`, and a problem for each line that says nothing.
GitLab's sections may name owners for their lines that have none. What a pattern matches is decided in
`kg.ingest.resolve.services`.
"""

import re
from collections.abc import Iterator

from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts, Problem
from kg.schema.repo_settings import OwnerRule, OwnerRules

MAX_RULES = 5_000

_SECTION = re.compile(r"\^?\[(?P<name>[^\]]+)\](?:\[\d+\])?(?P<owners>.*)")
_PATTERN = re.compile(r"(?:\\.|[^\s\\])+")
_OWNER = re.compile(r"@{1,2}[\w./-]+|[^\s@]+@[^\s@]+\.[^\s@]+")
"""`@name`, `@group/team`, `@@role` or an address."""


def parse_code_owners(unit: Unit) -> Facts:
    problems: list[Problem] = []
    rules = list(_rules(unit.text, problems))
    if len(rules) > MAX_RULES:
        problems.append(Problem(0, f"more than {MAX_RULES:,} rules: the rest is not read"))
    gitlab = unit.path.startswith(".gitlab/") or any(rule.section for rule in rules)
    return Facts(unit.file(problems=tuple(problems)), found=(OwnerRules(tuple(rules[:MAX_RULES]), gitlab),))


def _rules(text: str, problems: list[Problem]) -> Iterator[OwnerRule]:
    section, defaults = "", ()  # type: tuple[str, tuple[str, ...]]
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if head := _SECTION.fullmatch(line):
            section = head["name"].strip().lower()  # GitLab: sections of one name are one, in any case
            defaults = _owners(head["owners"], number, problems)
            continue
        pattern = _PATTERN.match(line)
        if pattern is None:
            problems.append(Problem(number, "names no path"))
            continue
        owners = _owners(line[pattern.end() :], number, problems)
        path = re.sub(r"\\([ #])", r"\1", pattern[0])
        if path.startswith("!"):  # GitLab: nobody's in this section
            yield OwnerRule(path[1:], (), section)
        else:
            yield OwnerRule(path, owners or defaults, section)


def _owners(text: str, number: int, problems: list[Problem]) -> tuple[str, ...]:
    words = re.split(r"\s#", f" {text}")[0].split()
    wrong = [word for word in words if not _OWNER.fullmatch(word)]
    if wrong:
        problems.append(Problem(number, f"{wrong[0]} is no owner: `@name`, `@group/team` or an address"))
    return tuple(word for word in words if word not in wrong)
