"""The one evaluation that every part of the resolver shares: asked on demand, remembered, no fixpoint.

A question that leads back to itself is cut there. What rests on such a cut is used but not remembered, and
what was found around it is remembered for one turn only: while one file is resolved. So what is found for
a file does not depend on which files were resolved before it, or at all. After a budget of answers that
rest on cuts everything is remembered, so that nothing takes for ever.

Each answer is remembered with what it rests on (`keys`): `seen` is that of all answers of this turn.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from kg.ingest.parse.python.facts import AttributeBinding, Binding, Expr
from kg.ingest.resolve.python.keys import PASSING, Notes, key_of
from kg.ingest.resolve.python.modules import Modules
from kg.ingest.resolve.python.values import (
    NOTHING,
    Bound,
    Class,
    External,
    Found,
    Function,
    Module,
    Place,
    Value,
)

DEEPEST = 300
"""Expressions inside questions inside expressions; deeper ones get no answer (ten frames each). No code that
people write comes near it: what is found there would depend on what was asked before."""

BUDGET = 500
"""Answers that rest on cuts which one call site may lead to before they are remembered too."""

_NEVER = 1 << 30

Answer = TypeVar("Answer")


class Engine(ABC):
    """What the parts may ask of one another."""

    def __init__(self, modules: Modules, notes: Notes) -> None:
        self.modules = modules
        self.notes = notes
        self.seen = 0
        self._known: dict[Hashable, tuple[Any, int]] = {}
        self._passing: list[Hashable] = []
        self._same: dict[int, int] = {}
        self._active: dict[Hashable, int] = {}
        self._cut = _NEVER
        self._tries = 0
        self._depth = 0

    def turn(self) -> None:
        """Another file's turn, or that of anything that is asked for on its own."""
        for key in self._passing:
            self._known.pop(key, None)
        self._passing.clear()
        self.seen = 0

    def note(self, key: int) -> None:
        """What is being asked rests on what this key says."""
        self.seen |= self.notes.bit(key)

    def find(self, module: Module, written: str) -> Module | None:
        """The module that an import of a module means; which one that is is part of what a module says."""
        found = self.modules.find(module, written)
        if found is not None:
            self.note(found.key)
        return found

    def module_of(self, name: str) -> Module | None:
        """The module of a full name, or nothing."""
        found = self.modules.by_name.get(name)
        self.note(key_of(name) if found is None else found.key)
        return found

    def child(self, module: Module, name: str) -> Module | None:
        """The submodule of a package."""
        return self.module_of(f"{module.name}.{name}") if module.facts.is_package else None

    @abstractmethod
    def evaluate(self, place: Place, expression: Expr) -> Found:
        """What an expression may be where it stands."""

    @abstractmethod
    def name(self, place: Place, name: str, position: int) -> Found:
        """What a name may be at a time."""

    @abstractmethod
    def type_of(self, place: Place, expression: Expr) -> Found:
        """The objects that an annotation allows."""

    @abstractmethod
    def bound(self, module: Place, binding: Binding) -> Found:
        """What a binding gives its name."""

    @abstractmethod
    def member(self, value: Value, name: str) -> Found:
        """An attribute of a value."""

    @abstractmethod
    def result(self, function: Function) -> Found:
        """What a function returns; `self` stays `Own`."""

    @abstractmethod
    def returned(self, called: Bound | Function) -> Found:
        """What a function returns to its caller: `self` is what it was called on."""

    @abstractmethod
    def unpacked(self, place: Place, expression: Expr, path: tuple[int, ...]) -> Found:
        """What a name in `a, b = expression` gets."""

    @abstractmethod
    def assigned(self, cls: Class, name: str) -> list[tuple[Place, AttributeBinding]]:
        """What methods of a class assign to an attribute of `self`."""

    @abstractmethod
    def handed(self, function: Function, name: str, index: int) -> Found:
        """What callers give a parameter, where that is known."""

    @abstractmethod
    def fixtures(self, module: Module) -> dict[str, list[Function]]:
        """The pytest fixtures that a module writes, by name."""

    @abstractmethod
    def filled(self, home: Place, name: str, found: Found) -> Found:
        """A name's containers with what is put into them through it."""

    @abstractmethod
    def called(self, value: Value) -> Found:
        """What calling a value returns, its arguments unseen."""

    @abstractmethod
    def lineage(self, cls: Class) -> tuple[Class | External, ...]:
        """A class and its bases in the order in which members are looked up."""

    @abstractmethod
    def subclasses(self, cls: Class) -> Sequence[Class]:
        """The classes below one, however far."""

    def once(self, key: Hashable, answer: Callable[[], Answer], cut: Answer = NOTHING) -> Answer:  # type: ignore[assignment]
        """Answer a question once; `cut` where it leads back to itself."""
        known = self._known.get(key)
        if known is not None:
            self.seen |= known[1]
            found: Answer = known[0]
            return found
        depth = len(self._active)
        if key in self._active:
            self._cut = min(self._cut, self._active[key])
            self.seen |= PASSING
            return cut
        if depth == 0:
            self._tries = 0
        self._active[key] = depth
        outer, self._cut = self._cut, _NEVER
        before, self.seen = self.seen, 0
        try:
            found = answer()
        finally:
            del self._active[key]
        if self._cut >= depth or self._tries > BUDGET:
            self._known[key] = found, self._same.setdefault(self.seen, self.seen)
            if self.seen & PASSING:
                self._passing.append(key)
            self._cut = outer
        else:
            self._tries += 1
            self._cut = min(outer, self._cut)
        self.seen |= before
        return found

    def _give_up(self) -> Found:
        """Too deep for an answer: nothing around it is sure either."""
        self._cut = 0
        self.seen |= PASSING
        return NOTHING
