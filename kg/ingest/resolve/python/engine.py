"""The one evaluation that every part of the resolver shares: asked on demand, remembered, no fixpoint.

A question that leads back to itself is cut there; an answer that rests on such a cut is used but not
remembered, so the order of questions does not decide what is found. After a budget of steps for one
question everything is remembered, so that nothing takes for ever.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable

from kg.ingest.parse.python.facts import AttributeBinding, Binding, Expr
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

DEEPEST = 50
"""Expressions inside questions inside expressions; deeper ones get no answer (ten frames each)."""

BUDGET = 2_000
"""Questions that one call site may lead to before cuts are remembered too."""

_NEVER = 1 << 30


class Engine(ABC):
    """What the parts may ask of one another."""

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self._known: dict[Hashable, Found] = {}
        self._active: dict[Hashable, int] = {}
        self._cut = _NEVER
        self._steps = 0
        self._depth = 0

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
    def subclasses(self, cls: Class) -> list[Class]:
        """The classes below one, however far."""

    def once(self, key: Hashable, answer: Callable[[], Found]) -> Found:
        """Answer a question once."""
        known = self._known.get(key)
        if known is not None:
            return known
        depth = len(self._active)
        if key in self._active:
            self._cut = min(self._cut, self._active[key])
            return NOTHING
        self._steps = 0 if depth == 0 else self._steps + 1
        self._active[key] = depth
        outer, self._cut = self._cut, _NEVER
        try:
            found = answer()
        finally:
            del self._active[key]
        if self._cut >= depth or self._steps > BUDGET:
            self._known[key] = found
            self._cut = outer
        else:
            self._cut = min(outer, self._cut)
        return found
