"""Configuration keys by what is odd about them: read and never set, set and never read, different values.

A page by uid, as the lists of `explore`. Keys that a framework reads itself (`spring.datasource.url`) are not
said to be unread: no code shows it.
"""

from enum import StrEnum
from typing import Any

from kg.graph import Graph
from kg.retrieve.explore import FIRST, seen
from kg.retrieve.places import place_of
from kg.schema.access import Scope
from kg.schema.ids import Uid
from kg.schema.question import KeyValues

FRAMEWORKS = (
    "eureka.", "feign.", "hibernate.", "hystrix.", "logging.", "management.", "micronaut.", "mybatis.",
    "mybatis-plus.", "pagehelper.", "quarkus.", "ribbon.", "server.", "spring.", "springdoc.",
)  # fmt: skip
"""Beginnings of keys that are read where no repository of ours shows it."""


class KeyState(StrEnum):
    """What is asked for."""

    UNSET = "unset"
    UNREAD = "unread"
    DIFFERS = "differs"


_STATEMENTS = {
    KeyState.UNSET: "explore_keys_unset",
    KeyState.UNREAD: "explore_keys_unread",
    KeyState.DIFFERS: "explore_keys_differing",
}


async def keys(
    graph: Graph, state: KeyState, repo: str, scope: Scope, seq: int, after: Uid = FIRST, limit: int = 100
) -> tuple[KeyValues, ...]:
    """Keys of one repository or (an empty `repo`) of all, a page at a time."""
    params: dict[str, Any] = {"prefix": f"{repo}:config:" if repo else "", "after": after, "limit": limit}
    if state is KeyState.UNREAD:
        params["frameworks"] = list(FRAMEWORKS)
    rows = await graph.read(_STATEMENTS[state], {**params, **seen(scope, seq)})
    return tuple(KeyValues(place_of(row["place"]), tuple(row["values"])) for row in rows)
