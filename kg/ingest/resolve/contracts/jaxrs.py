"""JAX-RS: resources, their sub-resources, and interfaces that are clients (MicroProfile, Quarkus).

`@Path` of the application, of the class and of the method, the method of HTTP beside it. A method with a path
and no method of HTTP gives a sub-resource, whose routes are below it.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from kg.ingest.resolve.contracts.base_path import BasePaths
from kg.ingest.resolve.contracts.contract import METHODS, REQUESTS, SERVES, Contract
from kg.ingest.resolve.contracts.inherited import handlers, owner_of
from kg.ingest.resolve.contracts.mappings import known
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.values import argument, imports
from kg.ingest.resolve.jvm_types import Type
from kg.ingest.resolve.world import Used, World
from kg.schema.contracts import GAP
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION

_PACKAGES = ("jakarta.ws.rs", "javax.ws.rs")
_MOST_NESTED = 4
"""Resources below resources: more is a circle."""


@dataclass(frozen=True, slots=True)
class _Resource:
    """A class as it is reached: at a path."""

    of: Type
    path: str


class _Resources:
    """The annotations of JAX-RS in a repository."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._bases = BasePaths(world)
        self.verbs: dict[Uid, list[Used]] = defaultdict(list)
        self.paths: dict[Uid, str] = {}
        for facts, usage in self._used(*METHODS):
            self.verbs[usage.source].append((facts, usage))
        for facts, usage in self._used("Path"):
            said = world.text(argument(usage, "value", ""), facts, usage)
            self.paths[usage.source] = said or ("" if argument(usage, "value", "") == "" else GAP)
        self._applications: dict[str, set[str]] = defaultdict(set)
        for facts, usage in self._used("ApplicationPath"):
            module = world.modules.of(facts.file.path)
            self._applications[module].add(world.text(argument(usage, "value", ""), facts, usage))

    def _used(self, *names: str) -> Iterator[Used]:
        for facts, usage in self.world.usages(*names):
            if usage.form == ANNOTATION and not usage.member and imports(facts, *_PACKAGES):
                yield facts, usage

    def base(self, facts: Facts) -> str:
        """Before every resource of a module."""
        applications = self._applications.get(self.world.modules.of(facts.file.path), {""})
        application = next(iter(applications)) if len(applications) == 1 else ""
        return joined(self._bases.quarkus(facts.file.path), application)

    def path_of(self, of: Type) -> str | None:
        """Of a class: its own, else the nearest parent's; None where it is no root resource."""
        for each in self.world.jvm.ancestors(of):
            if each.uid in self.paths:
                return self.paths[each.uid]
        return None


def jaxrs(world: World) -> Iterator[Contract]:
    """What resources serve and what client interfaces request."""
    resources = _Resources(world)
    if not resources.verbs:
        return
    reached = _reached(resources)
    for handler in handlers(world.jvm, resources.verbs):
        for resource in reached.get(handler.of.uid, ()):
            for facts, usage in resources.verbs[handler.annotated]:
                path = joined(resource.path, resources.paths.get(handler.annotated, ""))
                whole = joined(resources.base(handler.of.facts), path)
                how, confidence = known(path)
                yield Contract(
                    SERVES, usage.name, whole, handler.runs.uid, facts, usage.line, usage.source,
                    how=how, confidence=confidence,
                )  # fmt: skip
    yield from _clients(world, resources)


def _reached(resources: _Resources) -> dict[Uid, list[_Resource]]:
    """Every class that can answer, with each path at which it is reached."""
    types = resources.world.jvm
    owners = {owner_of(method) for method in (*resources.verbs, *resources.paths) if "#" in method}
    declaring = [each for owner in sorted(owners) if (each := types.of(owner)) is not None]
    near = {each.uid: each for one in declaring for each in types.descendants(one)}
    waiting = [
        _Resource(each, path)
        for each in near.values()
        if each.concrete and (path := resources.path_of(each)) is not None
    ]
    found: dict[Uid, list[_Resource]] = defaultdict(list)
    for _ in range(_MOST_NESTED):
        for resource in waiting:
            found[resource.of.uid].append(resource)
        waiting = [below for resource in waiting for below in _located(resources, resource)]
    return found


def _located(resources: _Resources, resource: _Resource) -> Iterator[_Resource]:
    types = resources.world.jvm
    for method in resource.of.methods:
        if method.uid not in resources.paths or method.uid in resources.verbs:
            continue
        below = types.named(method.result, resource.of.facts, resource.of.name)
        for each in types.descendants(below) if below is not None else ():
            if each.concrete and each is not resource.of:
                yield _Resource(each, joined(resource.path, resources.paths[method.uid]))


def _clients(world: World, resources: _Resources) -> Iterator[Contract]:
    """Interfaces of a REST client: the container makes what implements them."""
    for facts, usage in world.usages("RegisterRestClient"):
        of = world.jvm.of(usage.source)
        if of is None:
            continue
        base = _base_url(world, facts, of, (facts, usage))
        for method in of.methods:
            for _, verb in resources.verbs.get(method.uid, ()):
                path = joined(resources.paths.get(of.uid, ""), resources.paths.get(method.uid, ""))
                how, confidence = known(path)
                yield Contract(
                    REQUESTS, verb.name, f"{base}{path}", method.uid, facts, verb.line,
                    how=how, confidence=confidence,
                )  # fmt: skip


def _base_url(world: World, facts: Facts, of: Type, used: Used) -> str:
    """By its key or its class in the settings, else as the annotation says."""
    key = world.text(argument(used[1], "configKey"), *used)
    path = facts.file.path
    names = (
        f"quarkus.rest-client.{key}.url",
        f'quarkus.rest-client."{of.name}".url',
        f"{key}/mp-rest/url",
        f"{of.name}/mp-rest/url",
    )
    said = next(filter(None, (world.settings.value(name, path) for name in names)), "")
    return (said or world.text(argument(used[1], "baseUri"), *used)).rstrip("/")
