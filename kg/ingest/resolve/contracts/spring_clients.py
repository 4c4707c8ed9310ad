"""Requests that interfaces of Spring declare: OpenFeign (`@FeignClient`) and HTTP interfaces (`@HttpExchange`).

The method of the interface requests: whoever calls it, calls that. Methods of a parent interface belong to
the client too. An HTTP interface that a controller implements is a contract of its server, not a client.
"""

from collections.abc import Iterator

from kg.ingest.resolve.contracts.contract import REQUESTS, Contract
from kg.ingest.resolve.contracts.mappings import Mappings, known
from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.spring import MICRONAUT, SPRING
from kg.ingest.resolve.contracts.values import argument, imports
from kg.ingest.resolve.jvm_types import Type
from kg.ingest.resolve.world import Used, World
from kg.schema.contracts import GAP
from kg.schema.ids import Uid
from kg.schema.usages import ANNOTATION

_FEIGN = ("FeignClient", "ReactiveFeignClient")
_EXCHANGES = ("HttpExchange", "GetExchange", "PostExchange", "PutExchange", "DeleteExchange", "PatchExchange")


def feign(world: World) -> Iterator[Contract]:
    """What the interfaces of OpenFeign request."""
    clients = list(world.usages(*_FEIGN))
    if not clients:
        return
    mappings = Mappings(world, SPRING)
    for used in clients:
        of = world.jvm.of(used[1].source)
        if of is not None:
            for base in _bases(world, used):
                yield from _requested(world, mappings, of, base)


def exchanges(world: World) -> Iterator[Contract]:
    """What HTTP interfaces request that nothing implements."""
    found = [usage.source for _, usage in world.usages(*_EXCHANGES) if usage.form == ANNOTATION]
    owners = dict.fromkeys(source.rpartition("#")[0] or source for source in found)
    if not owners:
        return
    mappings = Mappings(world, SPRING)
    for owner in owners:
        of = world.jvm.of(Uid(owner))
        if of is not None and of.interface and not any(each.concrete for each in world.jvm.descendants(of)):
            yield from _requested(world, mappings, of, "")


def micronaut_clients(world: World) -> Iterator[Contract]:
    """What `@Client` interfaces of Micronaut request: its value is a path, a URL or a service's name."""
    clients = [
        used for used in world.usages("Client") if imports(used[0], MICRONAUT.package) and not used[1].member
    ]
    if not clients:
        return
    mappings = Mappings(world, MICRONAUT)
    for facts, usage in clients:
        of = world.jvm.of(usage.source)
        if of is None:
            continue
        service = world.text(argument(usage, "value", "id", ""), facts, usage)
        path = world.text(argument(usage, "path"), facts, usage)
        host = service if service.startswith("/") or "://" in service else f"http://{service or GAP}"
        yield from _requested(world, mappings, of, f"{host}{joined(path)}")


def _bases(world: World, used: Used) -> tuple[str, ...]:
    """`url` where it is known, else the service's name; then `path`."""
    facts, usage = used
    name = world.text(argument(usage, "name", "value", "serviceId", ""), facts, usage)
    path = world.text(argument(usage, "path"), facts, usage)
    hosts = world.texts(argument(usage, "url"), facts, usage)
    known = tuple(host if "://" in host else f"http://{host}" for host in hosts if "${" not in host)
    return tuple(f"{host}{joined(path)}" for host in known or (f"http://{name or GAP}",))


def _requested(world: World, mappings: Mappings, of: Type, base: str) -> Iterator[Contract]:
    for each in world.jvm.ancestors(of):
        for method in each.methods:
            for used, verb, path in mappings.routes(world.jvm, of, method.uid):
                facts, usage = used
                how, confidence = known(path)
                yield Contract(
                    side=REQUESTS,
                    method=verb,
                    path=_below(base, path),
                    source=method.uid,
                    facts=facts,
                    line=usage.line,
                    how=how,
                    confidence=confidence,
                )


def _below(base: str, path: str) -> str:
    """A path below a base URL; a path that is a whole URL itself stays."""
    at = path.find(":/")
    if at >= 0:
        return path[1:at] + "://" + path[at + 2 :].lstrip("/")
    return f"{base.rstrip('/')}{path}"
