"""Schedules of Celery's beat: a job an entry of `beat_schedule`, with the task that it sends.

Read with Python's own parser, as the table is a literal; a file that it does not understand has none.
"""

import ast
from collections.abc import Iterator
from dataclasses import replace

from kg.ingest.parse.jobs.job import Job, said
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.jobs import TASK, Run

SYSTEM = "celery-beat"
_HINTS = ("beat_schedule", "BEAT_SCHEDULE", "CELERYBEAT_SCHEDULE")
_LONGEST = 80


def with_beat(unit: Unit, facts: Facts) -> Facts:
    """The facts of a Python file with the jobs of its schedule."""
    if unit.language != "python" or not any(hint in unit.text for hint in _HINTS):
        return facts
    try:
        tree = ast.parse(unit.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return facts
    found = said(unit, list(_jobs(tree)))
    return replace(
        facts,
        artifacts=(*facts.artifacts, *found.artifacts),
        edges=(*facts.edges, *found.edges),
        found=(*facts.found, *found.found),
    )


def _jobs(tree: ast.Module) -> Iterator[Job]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(_name(target).endswith(_HINTS) for target in targets):
                yield from _entries(node.value)


def _name(target: ast.expr) -> str:
    """`CELERY_BEAT_SCHEDULE`, `app.conf.beat_schedule`, `settings["beat_schedule"]`."""
    if isinstance(target, ast.Attribute):
        return target.attr
    if isinstance(target, ast.Subscript):
        return _text(target.slice)
    return target.id if isinstance(target, ast.Name) else ""


def _entries(table: ast.Dict) -> Iterator[Job]:
    for key, value in zip(table.keys, table.values, strict=True):
        name = _text(key)
        if not name or not isinstance(value, ast.Dict):
            continue
        entry = {_text(each): inner for each, inner in zip(value.keys, value.values, strict=True)}
        task = _text(entry.get("task"))
        schedule = ast.unparse(entry["schedule"])[:_LONGEST] if "schedule" in entry else ""
        start = key.lineno if key is not None else value.lineno
        line = entry["task"].lineno if task else start
        runs = (Run(Uid(""), TASK, task, line),) if task else ()
        end = value.end_lineno or start
        yield Job(name, SYSTEM, start, end, more=(("schedule", schedule),), runs=runs)


def _text(node: ast.expr | None) -> str:
    """A text, written in one piece or in several side by side."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
