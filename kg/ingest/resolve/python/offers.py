"""What files offer to others, by key: the calls that reach a function, the classes that come from a class.

A file offers numbers under a key; what stands under a key is what all files offer, in the order of the
modules. What is kept of files that are not resolved now counts until it is replaced. Pure.
"""

from collections.abc import Iterable, Iterator, Mapping

from kg.ingest.resolve.kept import Kept, Known
from kg.ingest.resolve.python.keys import FIRST_LOOK, SECOND_LOOK, form_of
from kg.ingest.resolve.python.values import Module

Offer = dict[int, tuple[int, ...]]
"""What one file offers."""

MOST_CALLERS = 12
"""A parameter that more callers fill is anything: nothing is said of it."""


class Offers:
    def __init__(self, known: Known, modules: Mapping[str, Module]) -> None:
        """`modules` by path, in their order; what other paths offered is there until it is replaced."""
        self._known = known
        self._modules = modules
        self._ranks = {path: rank for rank, path in enumerate(modules)}
        self._all: dict[int, dict[str, tuple[int, ...]]] = {}
        for path, kept in known.items():
            for key, numbers in offered(kept).items():
                self._all.setdefault(key, {})[path] = numbers

    def under(self, key: int) -> list[tuple[Module, tuple[int, ...]]]:
        found = self._all.get(key, {})
        return [(self._modules[path], found[path]) for path in sorted(found, key=self._ranks.__getitem__)]

    def count(self, key: int) -> int:
        return sum(map(len, self._all.get(key, {}).values()))

    def keys(self, form: int) -> Iterator[int]:
        return (key for key in self._all if form_of(key) == form)

    def replace(self, form: int, offers: Mapping[str, Offer]) -> set[int]:
        """What some paths offer now in one way: the keys under which others see something else."""
        changes: dict[int, dict[str, tuple[int, ...]]] = {}
        for path, offer in offers.items():
            before = offered(self._known[path]) if path in self._known else {}
            for key in before.keys() | offer.keys():
                numbers = offer.get(key, ())
                if form_of(key) == form and before.get(key, ()) != numbers:
                    changes.setdefault(key, {})[path] = numbers
        return {key for key, change in changes.items() if self._is_told(key, change)}

    def _is_told(self, key: int, change: Mapping[str, tuple[int, ...]]) -> bool:
        """Makes a change; whether who asks is told something else."""
        old = self._all.get(key, {})
        self._all[key] = {path: numbers for path, numbers in {**old, **change}.items() if numbers}
        return not (_too_many(key, old) and _too_many(key, self._all[key]))


def _too_many(key: int, found: Mapping[str, tuple[int, ...]]) -> bool:
    return form_of(key) in (FIRST_LOOK, SECOND_LOOK) and sum(map(len, found.values())) > MOST_CALLERS


def offered(kept: Kept) -> Offer:
    """What a file offered when it was resolved."""
    return gathered(kept.pairs())


def gathered(pairs: Iterable[tuple[int, int]]) -> Offer:
    """Keys with their numbers, as they come."""
    found: dict[int, list[int]] = {}
    for key, number in pairs:
        found.setdefault(key, []).append(number)
    return {key: tuple(numbers) for key, numbers in found.items()}
