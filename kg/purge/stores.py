"""Every store of an installation that may hold what repositories say, and what a purge does with it.

Whoever adds a table to `kg.records` or a file to the data folder adds a line here: a test holds it against
what is there.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Store:
    """One store: an SQL table by its name, or files of the data folder by glob."""

    place: str
    done: str
    """What a purge does with it."""


_MASKED = "rows of a repository are deleted, a text is masked, with its row where that is known by it"
TABLES = (
    Store("embedding", "emptied: a vector is derived from its text"),
    Store("denial", "holds keyed digests, never what they are about"),
    Store("purge", "holds receipts, never what they are about"),
    Store("delivery", f"what was settled is deleted; else {_MASKED}"),
    Store("audit", _MASKED),
    Store("connected_group", _MASKED),
    Store("deployment", _MASKED),
    Store("head", _MASKED),
    Store("hold", _MASKED),
    Store("job", _MASKED),
    Store("live", _MASKED),
    Store("pin_offer", _MASKED),
    Store("project", _MASKED),
    Store("told_status", _MASKED),
)
"""Tables of the records."""

FILES = (
    Store("neo4j/data/**", "overwritten in place, then built anew from what is left"),
    Store("neo4j/data.purged/**", "the store before, deleted once the new one is whole"),
    Store("purge/**", "what is left, on its way from one store to the other; deleted"),
    Store("neo4j/logs/**", "masked"),
    Store("neo4j/conf/**", "settings of the server"),
    Store("neo4j/import/**", "empty"),
    Store("neo4j/jars/**", "other people's code"),
    Store("logs/**", "masked"),
    Store("run/**", "process ids"),
    Store("secrets/**", "secrets of the installation itself"),
    Store("config.toml", "settings"),
    Store("records.db*", "its tables are above; written anew and its log emptied"),
    Store("jobs.db*", "deleted: jobs are in the records, and are given to a new queue from there"),
    Store("cache/facts.sqlite*", "deleted"),
    Store("cache/resolved-*", "deleted"),
    Store(
        "cache/mirrors/**",
        "a mirror that holds it, or a file that is purged, is deleted; it is cloned again at the next ingest",
    ),
    Store("cache/stubs/**", "signatures of other people's jars"),
    Store("stubs/**", "signatures of other people's jars"),
    Store("cache/scip/**", "an index that holds it is deleted"),
    Store("scip/**", "an index that holds it is deleted"),
)
"""Files below the data folder."""
