"""package.json: beside what it says of modules, its scripts are steps, each of which starts something."""

import json
from collections.abc import Iterator

from kg.ingest.parse.jobs.commands import runs
from kg.ingest.parse.jobs.job import Job, said
from kg.ingest.parse.manifests.text import line_of, table
from kg.ingest.parse.typescript.project import parse_package
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts
from kg.schema.vocabulary import Form

SYSTEM = "npm"


def parse_npm(unit: Unit) -> Facts:
    facts = parse_package(unit)
    found = said(unit, list(_scripts(unit)))
    return Facts(facts.file, found.artifacts, found.edges, facts.code, found=found.found)


def _scripts(unit: Unit) -> Iterator[Job]:
    """None where the file is no JSON: that is said already."""
    try:
        data = json.loads(unit.text or "{}")
    except (ValueError, RecursionError):
        return
    folder = unit.path.rpartition("/")[0]
    for name, command in table(data, "scripts").items():
        if isinstance(command, str):
            line = line_of(unit.text, json.dumps(name), '"scripts"') or 1
            yield Job(
                name, SYSTEM, line, line, Form.STEP, command, runs=tuple(runs([(line, command)], folder))
            )
