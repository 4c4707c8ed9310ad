"""The properties that only some kinds of artifacts, or types of edges, have: the only list of them.

In a record they are pairs in the order of their names, so that equal things are equal; in the graph each
is a property of its own, so that a Browser user asks for `e.access = 'write'`. Nothing empty is kept.
"""

from collections.abc import Mapping
from typing import Any

from kg.schema.vocabulary import EdgeType, Kind

Detail = str | int | float | bool | tuple[str, ...]
Details = tuple[tuple[str, Detail], ...]

OF_KIND: Mapping[Kind, tuple[str, ...]] = {
    Kind.CONFIG: ("flag",),
    Kind.TABLE: ("columns", "primary_key"),
    Kind.STATEMENT: ("dialect", "substitutions"),
    Kind.ENDPOINT: ("key", "side", "protocol", "host"),
    Kind.TOPIC: ("key", "side", "system"),
    Kind.JOB: ("schedule", "system", "stage", "needs", "extends", "image"),
    Kind.DOC: ("version",),
    Kind.POSTMORTEM: (
        "started_at", "ended_at", "duration_minutes", "severity", "services", "detection", "root_cause",
        "fix", "follow_ups", "timeline",
    ),
    Kind.SERVICE: (
        "owner", "on_call", "runbook", "lifecycle", "system", "depends_on", "provides", "consumes",
    ),
    Kind.TERM: ("aliases", "meaning"),
    Kind.LIBRARY: ("ecosystem",),
    Kind.CLASS: ("states",),
}  # fmt: skip
OF_EDGE: Mapping[EdgeType, tuple[str, ...]] = {
    EdgeType.QUERIES: ("access", "columns"),
    EdgeType.DEPENDS_ON: ("version", "used_for"),
    EdgeType.REFERENCES: ("columns",),
    EdgeType.TRANSITIONS: ("transitions",),
}

ARTIFACT_DETAILS = tuple(sorted({name for names in OF_KIND.values() for name in names}))
EDGE_DETAILS = tuple(sorted({name for names in OF_EDGE.values() for name in names}))


def details(**given: Detail) -> Details:
    """Details by name; what is empty (an empty text, 0, False, no items) is left out."""
    return tuple(sorted((name, _plain(value)) for name, value in given.items() if value))


def _plain(value: Detail) -> Detail:
    """A member of an enum as the text that it is."""
    return str(value) if isinstance(value, str) else value


def details_in(properties: Mapping[str, Any], names: tuple[str, ...]) -> Details:
    """The details among the properties of a node or an edge, as the database gave them."""
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value)
        for name in names
        if (value := properties.get(name))
    )
