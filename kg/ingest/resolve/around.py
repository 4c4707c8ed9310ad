"""What stands around the code: settings, tables, contracts, topics, jobs, libraries, terms, services.

In: the facts of all files of a repository. Out: the artifacts that no single file owns, and the edges that
lead to them. A flat table of resolvers; each is given the same `World`, knows no other one and does not wait
for calls to be tied. Runs over the whole repository at every commit, so what is dear (parsing SQL) belongs
in `parse`, where it is cached. Pure.
"""

from collections.abc import Callable, Sequence

from kg.ingest.resolve.contracts.resolve import resolve_contracts
from kg.ingest.resolve.data import resolve_data
from kg.ingest.resolve.events.resolve import resolve_events
from kg.ingest.resolve.glossary import resolve_glossary
from kg.ingest.resolve.jobs.resolve import resolve_jobs
from kg.ingest.resolve.keys import resolve_keys
from kg.ingest.resolve.libraries import resolve_libraries
from kg.ingest.resolve.services.resolve import resolve_services
from kg.ingest.resolve.states import resolve_states
from kg.ingest.resolve.world import Around, World
from kg.schema.facts import Facts

Resolver = Callable[[World], Around]

_RESOLVERS: tuple[Resolver, ...] = (
    resolve_contracts,
    resolve_data,
    resolve_events,
    resolve_glossary,
    resolve_jobs,
    resolve_libraries,
    resolve_services,
    resolve_states,
)
"""In no order that matters."""


def resolve_around(repo: str, files: Sequence[Facts]) -> Around:
    """Everything around the code of a repository."""
    configs, reads = resolve_keys(files)
    world = World(repo, files, configs)
    found = [Around(configs, reads), *(resolve(world) for resolve in _RESOLVERS)]
    return Around(
        tuple(artifact for one in found for artifact in one.artifacts),
        tuple(edge for one in found for edge in one.edges),
    )
