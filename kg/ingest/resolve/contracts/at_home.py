"""Relative URLs of pages: the module that serves the path itself is who they ask.

In: the contracts of a repository. Out: the same, where `fetch("/api/orders")` of a module that serves
`/api/orders` names that module as its host, whatever others serve under the same path. A path that the module
does not serve stays as it is: a proxy may hand it to anybody. Pure.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from kg.ingest.resolve.contracts.contract import HTTP, REQUESTS, Contract
from kg.ingest.resolve.contracts.hosts import Hosts
from kg.ingest.resolve.contracts.paths import is_whole, key_path, target, template
from kg.ingest.resolve.contracts.script_routes import SCRIPTS
from kg.ingest.resolve.matching import fit
from kg.ingest.resolve.world import World


def at_home(world: World, hosts: Hosts, found: Sequence[Contract]) -> list[Contract]:
    asking = {world.modules.of(each.facts.file.path) for each in found if _is_relative(each)}
    served: dict[tuple[str, int], set[str]] = defaultdict(set)
    for each in found if asking else ():
        module = world.modules.of(each.facts.file.path)
        if each.side is not REQUESTS and each.protocol == HTTP and module in asking:
            path = key_path(template(each.path))
            served[module, path.count("/")].add(f"{each.method} {path}")
    return [_named(world, hosts, served, each) if _is_relative(each) else each for each in found]


def _is_relative(contract: Contract) -> bool:
    """Whether a browser puts the address of the page before it."""
    return (
        contract.side is REQUESTS
        and contract.facts.file.language in SCRIPTS
        and not is_whole(contract.path)
        and not contract.path.startswith("//")
    )


def _named(
    world: World, hosts: Hosts, served: dict[tuple[str, int], set[str]], contract: Contract
) -> Contract:
    place = contract.facts.file.path
    module = world.modules.of(place)
    path = key_path(target(contract.path).path)
    near = served.get((module, path.count("/")), ())
    if not any(fit(f"{contract.method} {path}", key) for key in near):
        return contract
    folder = module if module != "." else world.repo
    name = hosts.of(place) or folder.rpartition("/")[2]
    return replace(contract, path=f"http://{name}/{contract.path.lstrip('/')}")
