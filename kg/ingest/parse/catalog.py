"""Backstage's `catalog-info.yaml`: the Components that a repository declares, as services.

In: a Unit and its documents. Out: a `ServiceEntry` a Component; Systems and APIs are names on it. A runbook
or a duty roster is a link that says so by its type or title. Nothing is fetched: `$text` and locations are
not followed.
"""

import re

from kg.ingest.parse.readers import Said
from kg.ingest.parse.redact import redact
from kg.ingest.parse.tree import Branch, Documents, Tree, items_at, text_at, texts_at
from kg.ingest.parse.unit import Unit
from kg.schema.facts import Problem
from kg.schema.repo_settings import ServiceEntry

_RUNBOOK = re.compile(r"run-?\s?book|playbook", re.IGNORECASE)
_ON_CALL = re.compile(r"on-?\s?call|pager", re.IGNORECASE)
_OTHER_THAN_COMPONENT = re.compile(r"(?!component:)[a-z]+:", re.IGNORECASE)


def read_catalog(unit: Unit, documents: Documents) -> Said:
    components = [d for d in documents.branches if _is_component(d)]
    named = [component for component in components if text_at(component, "metadata", "name")]
    problems = [
        Problem(component.line, "a Component without a name")
        for component in components
        if component not in named
    ]
    return Said(found=tuple(map(_service, named)), problems=tuple(problems))


def _is_component(document: Branch) -> bool:
    return text_at(document, "kind") == "Component" and "backstage.io" in text_at(document, "apiVersion")


def _service(component: Branch) -> ServiceEntry:
    spec = component.get("spec")
    return ServiceEntry(
        name=text_at(component, "metadata", "name"),
        line=component.line,
        end_line=component.end_line,
        owner=_name(text_at(spec, "owner")),
        on_call=_link(component, _ON_CALL),
        runbook=_link(component, _RUNBOOK),
        depends_on=tuple(_name(one) for one in texts_at(spec, "dependsOn") if _is_service(one)),
        lifecycle=text_at(spec, "lifecycle"),
        description=redact(text_at(component, "metadata", "description")),
        system=_name(text_at(spec, "system")),
        provides=tuple(map(_name, texts_at(spec, "providesApis"))),
        consumes=tuple(map(_name, texts_at(spec, "consumesApis"))),
    )


def _name(reference: str) -> str:
    """`payments` of `group:default/payments`."""
    return re.split(r"[:/]", reference)[-1]


def _is_service(reference: str) -> bool:
    """Components may depend on resources too, which are none."""
    return not _OTHER_THAN_COMPONENT.match(reference)


def _link(component: Branch, form: re.Pattern[str]) -> str:
    """The address of the first link whose type or title says what is looked for."""
    for link in items_at(component, "metadata", "links"):
        if form.search(text_at(link, "type")) or form.search(text_at(link, "title")):
            return _address(link)
    return ""


def _address(link: Tree) -> str:
    return redact(text_at(link, "url"))
