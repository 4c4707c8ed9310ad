"""The door of the contracts: a flat table of rules, one a framework. Pure."""

from collections.abc import Callable, Iterable

from kg.ingest.resolve.contracts.at_home import at_home
from kg.ingest.resolve.contracts.contract import Contract
from kg.ingest.resolve.contracts.declared_clients import request_lines, retrofit
from kg.ingest.resolve.contracts.django_routes import django_routes
from kg.ingest.resolve.contracts.endpoints import endpoints
from kg.ingest.resolve.contracts.fluent_clients import plain_fluent, spring_fluent
from kg.ingest.resolve.contracts.functional_routes import functional_routes
from kg.ingest.resolve.contracts.gateways import through_gateways
from kg.ingest.resolve.contracts.go_clients import go_clients
from kg.ingest.resolve.contracts.go_routes import go_routes
from kg.ingest.resolve.contracts.grpc import grpc
from kg.ingest.resolve.contracts.hosts import Hosts
from kg.ingest.resolve.contracts.jaxrs import jaxrs
from kg.ingest.resolve.contracts.nest_routes import nest_routes
from kg.ingest.resolve.contracts.next_routes import next_routes
from kg.ingest.resolve.contracts.openapi import openapi
from kg.ingest.resolve.contracts.plain_clients import apache, hutool, mock_mvc
from kg.ingest.resolve.contracts.python_clients import python_clients
from kg.ingest.resolve.contracts.python_routes import python_routes
from kg.ingest.resolve.contracts.rest_template import rest_template
from kg.ingest.resolve.contracts.script_clients import script_clients
from kg.ingest.resolve.contracts.script_routes import script_routes
from kg.ingest.resolve.contracts.servlets import servlets
from kg.ingest.resolve.contracts.spring import spring
from kg.ingest.resolve.contracts.spring_clients import exchanges, feign, micronaut_clients
from kg.ingest.resolve.world import Around, World

Rule = Callable[[World], Iterable[Contract]]

_RULES: tuple[Rule, ...] = (
    # Java, Kotlin
    spring,
    functional_routes,
    jaxrs,
    servlets,
    feign,
    exchanges,
    micronaut_clients,
    retrofit,
    request_lines,
    rest_template,
    spring_fluent,
    plain_fluent,
    apache,
    hutool,
    mock_mvc,
    # Python
    python_routes,
    django_routes,
    python_clients,
    # TypeScript, JavaScript
    script_routes,
    nest_routes,
    next_routes,
    script_clients,
    # Go
    go_routes,
    go_clients,
    # all
    grpc,
)
"""In no order that matters."""


def resolve_contracts(world: World) -> Around:
    """Every Endpoint of a repository, and who serves and requests it."""
    found = [contract for rule in _RULES for contract in rule(world)]
    found += openapi(world, found)
    hosts = Hosts(world.settings)
    found += list(through_gateways(world, hosts, found))
    return endpoints(world.repo, world.modules, hosts, at_home(world, hosts, found))
