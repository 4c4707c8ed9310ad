"""Everything about stored data, in two rounds: what defines tables, then what queries them.

In: the World. Out: Table artifacts and the edges DEFINES, REFERENCES, QUERIES, EXECUTES and INCLUDES. Each
step of a round is a function that adds to one `Data`; steps of a round do not depend on each other, save that
migrations say more of a table than a model does and come first. SQL was parsed by the readers of files.
"""

from collections.abc import Callable

from kg.ingest.resolve.data.code_sql import link_code_sql
from kg.ingest.resolve.data.code_texts import link_code_texts
from kg.ingest.resolve.data.core_tables import define_core_tables, link_core_tables
from kg.ingest.resolve.data.entities import define_entities
from kg.ingest.resolve.data.mappers import link_mappers
from kg.ingest.resolve.data.migrations import define_migrated
from kg.ingest.resolve.data.model_queries import link_models
from kg.ingest.resolve.data.models import define_models
from kg.ingest.resolve.data.providers import link_providers, link_sql_builders
from kg.ingest.resolve.data.repositories import define_repositories
from kg.ingest.resolve.data.rows import (
    link_derived_methods,
    link_inherited_calls,
    link_querydsl,
    link_sessions,
)
from kg.ingest.resolve.data.statements import link_statements
from kg.ingest.resolve.data.world import Data
from kg.ingest.resolve.world import Around, World

_DEFINE: tuple[Callable[[Data], None], ...] = (
    define_migrated,
    define_entities,
    define_repositories,
    define_models,
    define_core_tables,
)
_LINK: tuple[Callable[[Data], None], ...] = (
    link_statements,
    link_mappers,
    link_code_sql,
    link_derived_methods,
    link_inherited_calls,
    link_sessions,
    link_querydsl,
    link_providers,
    link_sql_builders,
    link_models,
    link_core_tables,
    link_code_texts,
)
"""A query that is written comes before what only a name says."""


def resolve_data(world: World) -> Around:
    """The tables of a repository and what touches them."""
    found = Data(world)
    for step in (*_DEFINE, *_LINK):
        step(found)
    return found.around()
