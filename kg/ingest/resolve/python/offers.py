"""What files offer to others, by key: the calls that reach a function, the classes that come from a class.

A file offers numbers under a key; what stands under a key is what all files offer, in the order of the
modules. What is kept of files that are not resolved now counts until it is replaced. Pure.
"""

from collections.abc import Iterable, Iterator, Mapping

from kg.ingest.resolve.kept import Kept, Known
from kg.ingest.resolve.python.keys import BELOW, form_of
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
        self._all: dict[int, list[tuple[str, int]]] = {}
        for path, kept in known.items():
            for key, number in kept.pairs():
                self._all.setdefault(key, []).append((path, number))

    def under(self, key: int) -> list[tuple[Module, int]]:
        found = sorted(self._all.get(key, ()), key=lambda each: self._ranks[each[0]])
        return [(self._modules[path], number) for path, number in found]

    def count(self, key: int) -> int:
        return len(self._all.get(key, ()))

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
        old = self._all.get(key, [])
        new = [each for each in old if each[0] not in change]
        new += [(path, number) for path, numbers in change.items() for number in numbers]
        self._all[key] = new
        return form_of(key) == BELOW or min(len(old), len(new)) <= MOST_CALLERS


def offered(kept: Kept) -> Offer:
    """What a file offered when it was resolved."""
    return gathered(kept.pairs())


def gathered(pairs: Iterable[tuple[int, int]]) -> Offer:
    """Keys with their numbers, as they come."""
    found: dict[int, list[int]] = {}
    for key, number in pairs:
        found.setdefault(key, []).append(number)
    return {key: tuple(numbers) for key, numbers in found.items()}
