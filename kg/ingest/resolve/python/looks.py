"""Every call site of a repository, looked at a few times, one file after another.

A step takes a file and says what it offers to others: first the classes it has below others, then, look by
look, whom its calls hand something. What a look ties tells the next what parameters are given. Only sites
that depend on it are asked again, and there is no waiting for an end: what one look more could see stays
open. What is found for a file depends on what it notes, not on which files were looked at before.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from kg.ingest.resolve.python.calls import MAYBE, Reached, Site, site
from kg.ingest.resolve.python.engine import Engine
from kg.ingest.resolve.python.evaluator import Evaluator
from kg.ingest.resolve.python.far import Far, Subclasses, nothing_below
from kg.ingest.resolve.python.flow import handed_on
from kg.ingest.resolve.python.keys import BELOW, FIRST_LOOK, SECOND_LOOK, Notes, key_in
from kg.ingest.resolve.python.modules import Modules
from kg.ingest.resolve.python.offers import Offer, Offers, gathered
from kg.ingest.resolve.python.tables import Tables
from kg.ingest.resolve.python.values import Class, Module, Place
from kg.schema.vocabulary import How, OpenReason

OFFERED = (BELOW, FIRST_LOOK, SECOND_LOOK)
"""What each step but the last offers."""

LAST = len(OFFERED)
"""The third look: three see through a function that hands on what it was handed."""

Sites = dict[Place, list[Site]]

Answer = TypeVar("Answer")


class Looks:
    def __init__(self, modules: Modules, offers: Offers) -> None:
        self.notes = Notes()
        self._modules = modules
        self._offers = offers
        self._tables = Tables()
        self._below = Subclasses(offers, self.notes)
        self._engines: dict[int, Evaluator] = {}
        self._sites: dict[Module, Sites] = {}
        self._seen: dict[Module, int] = {}

    def step(self, module: Module, number: int) -> Offer:
        """What a file offers after a step; the steps before it were taken for it."""
        engine = self.engine(number)
        engine.turn()
        if number == 0:
            found = gathered(_below(engine, module))
        else:
            sites = self._looked(engine, module, number)
            found = {} if number == LAST else gathered(handed_on(engine, sites, OFFERED[number]))
        self._seen[module] = self._seen.get(module, 0) | engine.seen
        return found

    def _looked(self, engine: Evaluator, module: Module, number: int) -> Sites:
        if number == 1:
            found = {
                place: [site(engine, place, call) for call in place.scope.calls] for place in module.places
            }
            self._sites[module] = found
            return found
        sites_of = self._sites[module]
        for place, sites in sites_of.items():
            for index, each in enumerate(sites):
                if _is_unsure(each):
                    sites[index] = site(engine, place, place.scope.calls[index])
        return sites_of

    def last(self, module: Module, ask: Callable[[Engine, Sites], Answer]) -> Answer:
        """The last step, and what else is asked of its engine."""
        self.step(module, LAST)
        engine = self.engine(LAST)
        answer = ask(engine, self._sites.pop(module))
        self._seen[module] |= engine.seen
        return answer

    def read(self, module: Module) -> Iterator[int]:
        """The keys that a file rests on."""
        return self.notes.keys(self._seen[module])

    def engine(self, number: int) -> Evaluator:
        known = self._engines.get(number)
        if known is None:
            known = self._engines[number] = self._opened(number)
        return known

    def _opened(self, number: int) -> Evaluator:
        """The offers are those of the look before: of the step that its engine took."""
        below = self._below if number else nothing_below
        if number < 2:
            far = Far(below, None, self._offers, None)
        else:
            far = Far(below, OFFERED[number - 1], self._offers, self.engine(number - 1))
        return Evaluator(self._modules, self.notes, self._tables, far)

    def close(self, number: int) -> None:
        """Lets go the engine of a step that was taken for all files: what the next asks of it is asked now."""
        if number > 0:
            self.engine(number + 1).far.settle()
        self._engines.pop(number, None)


def _below(engine: Evaluator, module: Module) -> Iterator[tuple[int, int]]:
    """Each class of a file, under the key of each class that it comes from."""
    for place in module.places:
        if isinstance(place, Class):
            for base in engine.lineage(place)[1:]:
                if isinstance(base, Class):
                    yield key_in(base.module.key, base.number, BELOW), place.number


def _is_unsure(found: Site) -> bool:
    """Nobody knew, or all that was known is that it can be called."""
    if found.reason is not None:
        return found.reason is OpenReason.DYNAMIC
    return any(_is_guess(each) for each in found.reached)


def _is_guess(reached: Reached) -> bool:
    """A default, or a callable of which nothing but its `__call__` is known."""
    if reached.how is How.EXACT:
        return False
    return reached.confidence == MAYBE or reached.target.scope.name == "__call__"
