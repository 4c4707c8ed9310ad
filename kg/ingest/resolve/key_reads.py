"""Which key a read means: the nearest module's, what is set for all, else one that nothing sets.

In: reads as written and the config sets. Out: each read with its key and how it is known. A name alone ties
nothing: what another module sets is its own business, unless the reader is a library, which has no
settings itself, or is served to that module, or the setting stands outside of every module but the reader's. Pure.
"""

from collections.abc import Iterable, Iterator

from kg.ingest.resolve.config_sets import ConfigSets, Key
from kg.ingest.resolve.key_names import is_ambient, relaxed
from kg.schema.facts import KeyRead
from kg.schema.vocabulary import How

Tied = tuple[KeyRead, Key, How, float]

_MAX_SETS = 3
"""A key that a library reads and more modules than this set is none of them, where nobody knows its users."""
_SPELLED = 1.0
_RELAXED = 0.9
_SHARED = 0.9
_OUTSIDE = 0.8
_BY_A_USER = 0.8
_OF_A_USER = 0.5


def tied(read: KeyRead, path: str, sets: ConfigSets) -> Iterator[Tied]:
    """A read with the keys it may mean, a `prefix.` with all below it."""
    if read.key.endswith("."):
        yield from _below(read, path, sets)
    else:
        yield from _one(read, path, sets)


def below(prefix: str, path: str, sets: ConfigSets) -> list[Key]:
    """What is set below a prefix, as a file sees it."""
    start = relaxed(prefix)
    for together in (
        *([config_set] for config_set in (*sets.near(path), *sets.shared)),
        sets.users(path),
        *([config_set] for config_set in sets.far(path)),
    ):
        found = [
            key
            for config_set in together
            for name, key in sets.sets[config_set].items()
            if name.startswith(start) and key.places
        ]
        if found:
            return sorted(found, key=lambda key: (key.name, key.config_set))
    return []


def _below(read: KeyRead, path: str, sets: ConfigSets) -> Iterator[Tied]:
    """`payment.` of @ConfigurationProperties reads every key below it."""
    for key in below(read.key, path, sets):
        yield read, key, How.INFERRED, _RELAXED


def _one(read: KeyRead, path: str, sets: ConfigSets) -> Iterator[Tied]:
    for config_set in sets.near(path):
        key = sets.sets[config_set].find(read.key)
        if key and key.places:
            spelled = read.key in key.spellings
            yield read, key, How.EXACT if spelled else How.INFERRED, _SPELLED if spelled else _RELAXED
            return
    for config_set in sets.shared:
        key = sets.sets[config_set].find(read.key)
        if key and key.places:
            yield read, key, How.INFERRED, _SHARED
            return
    of_users = _in(sets.users(path), read.key, sets)
    if of_users:
        yield from ((read, key, How.INFERRED, _BY_A_USER) for key in of_users)
        return
    elsewhere = _in(sets.far(path), read.key, sets)
    if 0 < len(elsewhere) <= _MAX_SETS:
        for key in elsewhere:
            yield read, key, How.INFERRED, _OUTSIDE if len(elsewhere) == 1 else _OF_A_USER
        return
    if not is_ambient(read.key):
        yield read, sets.unset(read.key, path), How.EXACT, _SPELLED


def _in(config_sets: Iterable[str], key: str, sets: ConfigSets) -> list[Key]:
    """What each of these sets for a key."""
    found = [sets.sets[config_set].find(key) for config_set in config_sets]
    return [each for each in found if each and each.places]
