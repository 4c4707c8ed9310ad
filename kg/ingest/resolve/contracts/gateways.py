"""Requests that go through a gateway of the same repository: they ask the service behind it, too.

`GET /api/orders/7` with a route `Path=/api/orders/**` to `lb://order-service` that strips one part is also
`GET /orders/7` at order-service: what serves it knows no other path. Deduced: a browser or a test could be
pointed at something else. Pure.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kg.ingest.resolve.contracts.contract import HTTP, REQUESTS, Contract
from kg.ingest.resolve.contracts.hosts import Hosts
from kg.ingest.resolve.contracts.paths import joined, target
from kg.ingest.resolve.world import World
from kg.schema.facts import Facts
from kg.schema.gateway import GatewayRoute
from kg.schema.vocabulary import How

_THROUGH = 0.9
_OWN = ("application", "bootstrap")
"""Files that are no application's own by their name."""


@dataclass(frozen=True, slots=True)
class _Gateway:
    route: GatewayRoute
    before: str
    """The fixed front of what it takes."""
    exact: bool
    """It takes that path alone."""
    uri: str
    names: frozenset[str]
    """What the gateway goes by."""


def through_gateways(world: World, hosts: Hosts, found: Iterable[Contract]) -> Iterator[Contract]:
    """For each request that a gateway takes, the one behind it."""
    gateways = [_gateway(world, hosts, facts, route) for facts, route in world.found(GatewayRoute)]
    if not gateways:
        return
    gateways.sort(key=lambda gateway: -len(gateway.before))  # the most particular first
    for contract in found:
        if contract.side is REQUESTS and contract.protocol == HTTP:
            asked = target(contract.path)
            for gateway in gateways:
                if hosts.asked(asked.host) in gateway.names and _takes(gateway, asked.path):
                    path = f"{gateway.uri}{_behind(gateway, asked.path)}"
                    yield replace(contract, path=path, how=How.INFERRED, confidence=_THROUGH)
                    break


def _gateway(world: World, hosts: Hosts, facts: Facts, route: GatewayRoute) -> _Gateway:
    path = facts.file.path
    before, star, _ = route.path.partition("*")
    stem = facts.file.name.partition(".")[0]
    named = "" if stem.startswith(_OWN) else stem
    uri = world.settings.expanded(route.uri, path).rstrip("/")
    service = uri.lower() if uri.startswith("lb://") else uri
    return _Gateway(
        route, joined(before.partition("{")[0]), not star, service, frozenset({"", hosts.of(path), named})
    )


def _takes(gateway: _Gateway, path: str) -> bool:
    return path == gateway.before or (not gateway.exact and f"{path}/".startswith(f"{gateway.before}/"))


def _behind(gateway: _Gateway, path: str) -> str:
    route = gateway.route
    parts = path.split("/")[1:]
    rest = joined(*parts[route.strip :])
    old, new = route.rewrite
    if old and f"{rest}/".startswith(f"{joined(old)}/"):
        rest = joined(new, rest[len(joined(old)) :])
    return joined(route.prefix, rest)
