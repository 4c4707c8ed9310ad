"""What other files decide: who is handed what, and which classes come from a class.

Each look asks what the files offered after the look before; the first is handed nothing. What it is told
is noted by its key, and the modules it comes from. Knows nothing of how offers are found.
"""

from collections.abc import Callable, Sequence

from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.flow import Called, Given, called_key, given_of
from kg.ingest.resolve.python.keys import BELOW, Notes, key_in
from kg.ingest.resolve.python.offers import MOST_CALLERS, Offers
from kg.ingest.resolve.python.values import Class

Below = Callable[[Engine, Class], Sequence[Class]]


def nothing_below(_engine: Engine, _cls: Class) -> Sequence[Class]:
    """Before it is known what comes from what."""
    return ()


class Subclasses:
    """The classes below each, by what the files offer."""

    def __init__(self, offers: Offers, notes: Notes) -> None:
        self._offers = offers
        self._notes = notes
        self._known: dict[Class, tuple[tuple[Class, ...], int]] = {}

    def __call__(self, engine: Engine, cls: Class) -> Sequence[Class]:
        known = self._known.get(cls)
        if known is None:
            known = self._known[cls] = self._found(key_in(cls.module.key, cls.number, BELOW))
        engine.seen |= known[1]
        return known[0]

    def _found(self, key: int) -> tuple[tuple[Class, ...], int]:
        seen, found = self._notes.bit(key), list[Class]()
        for module, number in self._offers.under(key):
            seen |= self._notes.bit(module.key)
            place = module.places[number]
            assert isinstance(place, Class)
            found.append(place)
        return tuple(found), seen


class Far:
    """What one look is told. `before` is the engine of the look that the offers come from."""

    def __init__(self, below: Below, form: int | None, offers: Offers, before: Engine | None) -> None:
        self.below = below
        self._form = form
        self._offers = offers
        self._before = before
        self._known: dict[int, Sequence[Given] | None] = {}

    @property
    def is_first(self) -> bool:
        return self._form is None

    def given(self, engine: Engine, called: Called) -> Sequence[Given] | None:
        """What callers hand to a function or a lambda; None where they are too many."""
        if self._form is None:
            return ()
        key = called_key(called, self._form)
        engine.note(key)
        if key not in self._known:
            self._known[key] = self._found(key)
        return self._known[key]

    def settle(self) -> None:
        """Ask the engine before all that it may be asked, so that it can be let go."""
        if self._form is not None:
            for key in self._offers.keys(self._form):
                self._known[key] = self._found(key)
        self._before = None

    def _found(self, key: int) -> Sequence[Given] | None:
        if self._offers.count(key) > MOST_CALLERS:
            return None
        under = self._offers.under(key)
        if not under:
            return ()
        assert self._before is not None
        return given_of(self._before, under)
