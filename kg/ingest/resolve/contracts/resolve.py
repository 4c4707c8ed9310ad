"""The door of the contracts: a flat table of rules, one a framework. Pure."""

from collections.abc import Callable, Iterable

from kg.ingest.resolve.contracts.contract import Contract
from kg.ingest.resolve.contracts.endpoints import endpoints
from kg.ingest.resolve.contracts.python_routes import python_routes
from kg.ingest.resolve.contracts.spring import spring
from kg.ingest.resolve.world import Around, World

Rule = Callable[[World], Iterable[Contract]]

_RULES: tuple[Rule, ...] = (python_routes, spring)
"""In no order that matters."""


def resolve_contracts(world: World) -> Around:
    """Every Endpoint of a repository, and who serves and requests it."""
    return endpoints(world.repo, world.modules, (found for rule in _RULES for found in rule(world)))
