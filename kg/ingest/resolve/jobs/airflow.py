"""Airflow: a job a DAG, with its schedule, and a job a task, which runs a function."""

from collections.abc import Iterator

from kg.ingest.resolve.events.functions import Functions
from kg.ingest.resolve.jobs.scheduled import Scheduled, line_of
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.usages import ANNOTATION, Usage
from kg.schema.vocabulary import Kind

SYSTEM = "airflow"
_OPERATORS = ("PythonOperator", "BranchPythonOperator", "ShortCircuitOperator", "PythonVirtualenvOperator")
_OTHERS = ("BashOperator",)
_SCHEDULES = ("schedule", "schedule_interval", "timetable")


def airflow(world: World) -> Iterator[Scheduled]:
    functions = Functions(world)
    for facts, usage in world.usages("DAG", "dag"):
        if _is_airflows(facts, usage):
            yield from _graph(world, facts, usage)
    for facts, usage in world.usages(*_OPERATORS, *_OTHERS):
        name = _said(world, facts, usage, "task_id")
        if name and _is_airflows(facts, usage):
            called = functions.said(dict(usage.arguments).get("python_callable"), facts, usage)
            target = called.uid if called is not None and usage.name in _OPERATORS else None
            yield Scheduled(facts, name, SYSTEM, "", line_of(facts, usage), target)
    for facts, usage in world.usages("task"):
        function = world.artifacts.get(usage.source)
        if usage.form == ANNOTATION and usage.on.startswith("airflow") and function is not None:
            name = _said(world, facts, usage, "task_id") or function.name
            yield Scheduled(facts, name, SYSTEM, "", line_of(facts, usage), function.uid)


def _graph(world: World, facts: Facts, usage: Usage) -> Iterator[Scheduled]:
    function = world.artifacts.get(usage.source) if usage.form == ANNOTATION else None
    is_function = function is not None and function.kind == Kind.METHOD
    name = _said(world, facts, usage, "dag_id", "") or (function.name if is_function and function else "")
    if name:
        schedule = _said(world, facts, usage, *_SCHEDULES)
        target = function.uid if is_function and function else None
        yield Scheduled(facts, name, SYSTEM, schedule, line_of(facts, usage), target)


def _said(world: World, facts: Facts, usage: Usage, *names: str) -> str:
    value = next((value for wanted in names for name, value in usage.arguments if name == wanted), None)
    return world.text(value, facts, usage)


def _is_airflows(facts: Facts, usage: Usage) -> bool:
    return usage.on.startswith("airflow") or any(each.startswith("airflow") for each in facts.file.imports)
