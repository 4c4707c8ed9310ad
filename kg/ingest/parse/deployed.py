"""What deployments set: the environment of compose services and Kubernetes workloads, ConfigMaps, Secrets.

In: the documents of a compose file or a manifest. Out: KeySets, each for the application it is set for (a
service, a workload), and reads of the variables that a compose file itself expands. A ConfigMap may hold a
whole settings file, which is read as one. Of a Secret only the keys are kept.
"""

from collections.abc import Iterator

from kg.ingest.parse.config_files import environment_of
from kg.ingest.parse.key_sets import KeyLine, key_sets
from kg.ingest.parse.properties import property_lines
from kg.ingest.parse.readers import Said
from kg.ingest.parse.settings import scalars, setting_lines, value_reads
from kg.ingest.parse.tree import (
    Branch,
    Documents,
    Leaf,
    Pair,
    Tree,
    Unreadable,
    at,
    items_at,
    pairs_at,
    text_at,
)
from kg.ingest.parse.unit import Unit
from kg.schema.facts import KeySet, Problem

WORKLOADS = ("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "Pod", "ReplicaSet", "Rollout")
_WITHHELD = "<withheld:string>"


def read_compose(unit: Unit, documents: Documents) -> Said:
    """`environment` of each service, as a mapping or a list."""
    environment = _environment(unit.path, "compose")
    sets: list[KeySet] = []
    problems: list[Problem] = []
    texts: list[tuple[int, str]] = []
    for document in documents.branches:
        texts += scalars(document)
        for service in pairs_at(document, "services"):
            lines = list(_compose_lines(at(service.value, "environment")))
            found, wrong = key_sets(unit.path, lines, environment, service.key)
            sets += found
            problems += wrong
    return Said(sets=tuple(sets), problems=tuple(problems), reads=value_reads(unit, texts))


def read_kubernetes(unit: Unit, documents: Documents) -> Said:
    """ConfigMaps, Secrets and the variables of containers."""
    environment = _environment(unit.path, "kubernetes")
    sets: list[KeySet] = []
    problems: list[Problem] = []
    for document in documents.branches:
        application, lines = _kubernetes_lines(document)
        found, wrong = key_sets(unit.path, lines, environment, application)
        sets += found
        problems += wrong
    return Said(sets=tuple(sets), problems=tuple(problems))


def _environment(path: str, otherwise: str) -> str:
    """What the path says, else the kind of deployment: its values are no defaults."""
    found = environment_of(path)
    return otherwise if found == "default" else found


def _compose_lines(given: Tree | None) -> Iterator[KeyLine]:
    for pair in pairs_at(given):
        if isinstance(pair.value, Leaf):
            yield pair.line, pair.key, pair.value.text
    for item in items_at(given):
        if isinstance(item, Leaf):
            key, _, value = item.text.partition("=")
            yield item.line, key.strip(), value


def _kubernetes_lines(document: Branch) -> tuple[str, list[KeyLine]]:
    kind, name = text_at(document, "kind"), text_at(document, "metadata", "name")
    name = name.removesuffix(f"-{kind.lower()}")  # `pay-deployment` deploys `pay`
    if kind == "ConfigMap":
        return name, [line for pair in pairs_at(document, "data") for line in _data_lines(pair)]
    if kind == "Secret":
        data = (*pairs_at(document, "data"), *pairs_at(document, "stringData"))
        return name, [(pair.line, pair.key, _WITHHELD) for pair in data]
    if kind in WORKLOADS:
        return name, [line for each in _containers(document) for line in _variables(each)]
    return "", []


def _data_lines(pair: Pair) -> Iterator[KeyLine]:
    """One entry of a ConfigMap: a key, or a settings file as a text."""
    text = pair.value.text if isinstance(pair.value, Leaf) else ""
    if pair.key.endswith((".yml", ".yaml")):
        yield from _yaml_lines(text, pair.line)
    elif pair.key.endswith((".properties", ".env")):
        yield from ((pair.line + line, key, value) for line, key, value in property_lines(text))
    elif "\n" not in text.strip():
        yield pair.line, pair.key, text


def _yaml_lines(text: str, line: int) -> Iterator[KeyLine]:
    from kg.ingest.parse.yaml import load_yaml

    try:
        inner = load_yaml(Unit("", "", "", text, ""))
    except Unreadable:
        return
    for document in inner.branches:
        yield from ((line + at_line, key, value) for at_line, key, value in setting_lines(document))


def _containers(document: Branch) -> Iterator[Tree]:
    """The containers of a workload, at whatever depth its kind has them."""
    for path in (
        ("spec",),
        ("spec", "template", "spec"),
        ("spec", "jobTemplate", "spec", "template", "spec"),
    ):
        yield from items_at(document, *path, "containers")
        yield from items_at(document, *path, "initContainers")


def _variables(container: Tree) -> Iterator[KeyLine]:
    for item in items_at(container, "env"):
        name = text_at(item, "name")
        if name:
            is_plain = isinstance(at(item, "value"), Leaf)
            yield item.line, name, text_at(item, "value") if is_plain else _WITHHELD
