"""Kubernetes: workloads with their image and schedule, and the templates of Argo Workflows."""

from collections.abc import Iterator

from kg.ingest.parse.deployed import WORKLOADS
from kg.ingest.parse.jobs.commands import runs
from kg.ingest.parse.jobs.job import Job, numbered, said
from kg.ingest.parse.readers import Said
from kg.ingest.parse.tree import Branch, Documents, Leaf, Tree, at, items_at, text_at, texts_at
from kg.ingest.parse.unit import Unit
from kg.schema.ids import Uid
from kg.schema.jobs import JOB, Run
from kg.schema.vocabulary import Form

_ARGO = frozenset({"Workflow", "CronWorkflow", "WorkflowTemplate", "ClusterWorkflowTemplate"})
_SHELLS = frozenset({"sh", "bash", "/bin/sh", "/bin/bash"})


def read_workloads(unit: Unit, documents: Documents) -> Said:
    return said(unit, [job for document in documents.branches for job in _jobs(document)])


def _jobs(document: Branch) -> Iterator[Job]:
    kind = text_at(document, "kind")
    name = text_at(document, "metadata", "name") or text_at(document, "metadata", "generateName").rstrip("-")
    if kind in WORKLOADS and name:
        yield _workload(document, kind, name)
    elif kind in _ARGO:
        yield from _templates(document, name)


def _workload(document: Branch, kind: str, name: str) -> Job:
    spec = at(document, "spec")
    if kind == "CronJob":
        spec = at(spec, "jobTemplate", "spec")
    pod = spec if kind == "Pod" else at(spec, "template", "spec")
    lines = [line for container in items_at(pod, "containers") for line in _commands(container)]
    images = [text_at(container, "image") for container in items_at(pod, "containers")]
    more = {"schedule": text_at(document, "spec", "schedule"), "image": ", ".join(filter(None, images))}
    text = "\n".join(line for _, line in lines)
    start = document.line
    return Job(
        f"{kind}/{name}", "kubernetes", start, document.end_line, Form.WORKLOAD, text,
        tuple(more.items()), tuple(runs(lines)),
    )  # fmt: skip


def _commands(container: Tree) -> Iterator[tuple[int, str]]:
    """`command` and `args` as one line; what is given to a shell with `-c` as its lines."""
    words = (*texts_at(container, "command"), *texts_at(container, "args"))
    place = at(container, "command") or at(container, "args")
    if place is None or not words:
        return
    if words[0] in _SHELLS and len(words) > 2:
        last = (items_at(container, "args") or items_at(container, "command") or (place,))[-1]
        if isinstance(last, Leaf):
            yield from numbered(last)
    else:
        yield place.line, " ".join(words)


def _templates(document: Branch, name: str) -> Iterator[Job]:
    """A job a template; a template of steps or of a graph runs those that it names."""
    spec = at(document, "spec", "workflowSpec") or at(document, "spec")
    schedule = text_at(document, "spec", "schedule") or ", ".join(texts_at(document, "spec", "schedules"))
    first = text_at(spec, "entrypoint")
    if name:
        started = (Run(Uid(""), JOB, first, document.line),) if first else ()
        yield Job(
            name, "argo", document.line, document.end_line, more=(("schedule", schedule),), runs=started
        )
    for template in items_at(spec, "templates"):
        yield _template(template)


def _template(template: Tree) -> Job:
    place = at(template, "script") or at(template, "container")
    source = at(template, "script", "source")
    lines = list(numbered(source)) if isinstance(source, Leaf) else list(_commands(place)) if place else []
    is_shell = not source or any("sh" in each for each in texts_at(place, "command"))
    steps = [each for group in items_at(template, "steps") for each in (*items_at(group), group)]
    named = [at(each, "template") for each in (*steps, *items_at(template, "dag", "tasks"))]
    started = [Run(Uid(""), JOB, each.text, each.line) for each in named if isinstance(each, Leaf)]
    return Job(
        text_at(template, "name"), "argo", template.line, template.end_line, Form.STEP,
        "\n".join(line for _, line in lines), (("image", text_at(place, "image")),),
        (*(runs(lines) if is_shell else ()), *started),
    )  # fmt: skip
