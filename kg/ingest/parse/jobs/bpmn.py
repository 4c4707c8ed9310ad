"""BPMN: the tasks of a process with the class or the bean that does them; tasks that Spring's XML schedules."""

import re
from collections.abc import Iterator

from kg.ingest.parse.jobs.job import Job, said
from kg.ingest.parse.readers import Said
from kg.ingest.parse.unit import Unit
from kg.ingest.parse.xml import Document, Element
from kg.schema.ids import Uid
from kg.schema.jobs import BEAN, CLASS, JOB, Run
from kg.schema.vocabulary import Form

SYSTEM = "bpmn"
_TASKS = ("serviceTask", "sendTask", "businessRuleTask", "scriptTask", "userTask")
_EXPRESSION = re.compile(r"^[#$]\{\s*(\w+)(?:\.(\w+)\s*(?:\(.*\))?)?\s*\}$", re.DOTALL)
_PREFIXES = ("camunda", "activiti", "flowable", "zeebe")
_LISTENERS = ("executionListener", "taskListener")


def read_bpmn(unit: Unit, document: Document) -> Said:
    jobs = [job for process in document.root.all("process") for job in _process(process)]
    return said(unit, jobs)


def _process(process: Element) -> Iterator[Job]:
    name = process.get("id")
    if not name:
        return
    tasks = list(process.all(*_TASKS))
    started = tuple(Run(Uid(""), JOB, f"{name}/{task.get('id')}", task.line) for task in tasks)
    yield Job(name, SYSTEM, process.line, process.end_line, runs=started)
    for task in tasks:
        yield Job(
            f"{name}/{task.get('id')}",
            SYSTEM,
            task.line,
            task.end_line,
            Form.STEP,
            task.get("name"),
            (),
            tuple(_started(task)),
        )


def _started(task: Element) -> Iterator[Run]:
    for each in (task, *task.all(*_LISTENERS)):
        if each is task or each.name in _LISTENERS:
            yield from _delegated(each)


def _delegated(element: Element) -> Iterator[Run]:
    for prefix in _PREFIXES:
        written = element.get(f"{prefix}:class") or (
            element.get("class") if element.name in _LISTENERS else ""
        )
        if written:
            yield Run(Uid(""), CLASS, written, element.line)
            return
        for attribute in ("expression", "delegateExpression"):
            found = _EXPRESSION.match(element.get(f"{prefix}:{attribute}") or element.get(attribute))
            if found:
                yield Run(Uid(""), BEAN, f"{found[1]}.{found[2] or ''}".rstrip("."), element.line)
                return


def read_scheduled(unit: Unit, document: Document) -> Said:
    """`<task:scheduled ref="orders" method="close" cron="…"/>`."""
    return said(unit, [job for each in document.root.all("scheduled") for job in _scheduled(each)])


def _scheduled(element: Element) -> Iterator[Job]:
    bean, method = element.get("ref"), element.get("method")
    if bean and method:
        schedule = " ".join(
            f"{name} {element.get(name)}"
            for name in ("cron", "fixed-rate", "fixed-delay")
            if element.get(name)
        )
        run = Run(Uid(""), BEAN, f"{bean}.{method}", element.line)
        name = f"{bean}.{method}"
        yield Job(name, "spring", element.line, element.end_line, more=(("schedule", schedule),), runs=(run,))
