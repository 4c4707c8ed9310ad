"""Files of cron: a job a line, with its schedule and its command."""

import re

from kg.ingest.parse.jobs.commands import runs
from kg.ingest.parse.jobs.job import Job, facts_of
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts

SYSTEM = "cron"
_LINE = re.compile(
    r"^\s*((?:[\d*/,\-A-Za-z]+\s+){4}[\d*/,\-A-Za-z]+|@\w+)\s+(?:(root|www-data|\w+)\s+(?=[/\w.]+\s*\S*))?(.+)$"
)
_USERS = frozenset({"root", "www-data", "nobody", "app", "deploy"})


def parse_crontab(unit: Unit) -> Facts:
    jobs = []
    for number, line in enumerate(unit.text.split("\n"), 1):
        found = _LINE.match(line) if not line.lstrip().startswith("#") else None
        if found:
            user = found[2] if found[2] in _USERS else ""
            command = found[3] if user or not found[2] else f"{found[2]} {found[3]}"
            jobs.append(
                Job(
                    command[:120],
                    SYSTEM,
                    number,
                    number,
                    text=command,
                    more=(("schedule", found[1].strip()),),
                    runs=tuple(runs([(number, command)])),
                )
            )
    return facts_of(unit, jobs)
