"""The oldest Neo4j that kg can use, and the check. Pure."""

import re

from kg.errors import GraphTooOld

OLDEST = (2026, 9)
_NUMBERS = re.compile(r"(\d+)\.(\d+)")


def require_version(version: str) -> str:
    """The version itself when it is new enough; raises GraphTooOld when not, or when it says nothing."""
    numbers = _NUMBERS.search(version)
    if not numbers or (int(numbers[1]), int(numbers[2])) < OLDEST:
        raise GraphTooOld(
            f"graph: the server is Neo4j {version or 'of no known version'}, kg needs"
            f" {OLDEST[0]}.{OLDEST[1]:02d} or newer (vector SEARCH with filters); upgrade it,"
            " or unset NEO4J_URI and let `kg up` run its own"
        )
    return version
