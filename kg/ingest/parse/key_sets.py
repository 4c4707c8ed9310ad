"""From the lines of a settings file, of any format, to the keys it sets.

In: line, key and value of each, in order. Out: a KeySet for each key, the last of a repeated one counting,
and a problem for each repetition. Stores no other value than `values` lets through.
"""

from collections.abc import Sequence

from kg.ingest.parse.config_files import config_set_of
from kg.ingest.parse.values import kept_list, kept_value
from kg.schema.facts import KeySet, Problem

KeyLine = tuple[int, str, str | tuple[str, ...]]
"""Line, key, value: a text, or the texts of a list."""

MAX_KEYS = 5_000


def key_sets(
    path: str, lines: Sequence[KeyLine], environment: str, application: str = ""
) -> tuple[tuple[KeySet, ...], tuple[Problem, ...]]:
    """What a file, or one document of it, sets for an environment, and what is wrong with it."""
    problems: list[Problem] = []
    config_set = config_set_of(path)
    found: dict[str, KeySet] = {}
    for line, key, value in lines[:MAX_KEYS]:
        before: tuple[int, ...] = ()
        if key in found:
            earlier = found.pop(key)
            before = (*earlier.before, earlier.line)
            problems.append(Problem(line, f"{key} is set again (line {earlier.line}); the last counts"))
        kept = kept_value(key, value) if isinstance(value, str) else kept_list(key, value)
        found[key] = KeySet(config_set, key, environment, kept, line, before, application)
    if len(lines) > MAX_KEYS:
        problems.append(Problem(lines[MAX_KEYS][0], f"more than {MAX_KEYS:,} keys: the rest is not read"))
    return tuple(found.values()), tuple(problems)
