"""Groups of routes in Go: which prefixes a router variable stands for, across the functions it is given to.

`v1 := r.Group("/v1")` and `register(v1)`: in `register` its parameter is that group. Pure.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from kg.ingest.resolve.contracts.paths import GAP, joined
from kg.ingest.resolve.contracts.values import argument, nth
from kg.ingest.resolve.world import Used, World
from kg.schema import go
from kg.schema.go import GoFacts, GoFunction
from kg.schema.ids import Uid

_DEEPEST = 5
_MOST = 8
_ROOTS = ("Engine", "Echo", "ServeMux", "App", "Mux", "Iris")
"""Types of a whole application: a parameter of one has no prefix."""


class Groups:
    def __init__(self, world: World, used: Sequence[Used]) -> None:
        self.world = world
        self._groups: dict[tuple[Uid, str], Used] = {
            (each[1].source, each[1].to): each
            for each in used
            if each[1].to and each[1].name in ("Group", "Subrouter", "Route")
        }
        self._given: dict[tuple[Uid, int], Used] = {
            (each[1].source, each[1].line): each
            for each in used
            if each[1].name == "Group" and not each[1].to
        }
        self._functions: dict[Uid, GoFunction] = {}
        self._called: dict[str, list[tuple[Uid, tuple[Any, ...]]]] | None = None
        for facts, usage in used:
            if isinstance(facts.code, GoFacts) and usage.source not in self._functions:
                self._functions |= {each.uid: each for each in facts.code.functions}

    def prefixes(self, source: Uid, router: str, on: str, deep: int = _DEEPEST) -> list[str]:
        """Everything that may come before a path of a router that a function knows by this name."""
        if deep == 0:
            return [GAP]
        group = self._groups.get((source, router))
        if group is not None:
            own = path_of(self.world, group)
            parent = group[1].receiver.partition(".")[0]
            above = self.prefixes(source, parent, group[1].on, deep - 1) if parent != router else [""]
            return [joined(each, own) for each in above][:_MOST]
        function = self._functions.get(source)
        if function is None or router not in function.parameter_names or on.endswith(_ROOTS):
            return [""]
        return self._handed(function, function.parameter_names.index(router), deep) or [""]

    def _handed(self, function: GoFunction, position: int, deep: int) -> list[str]:
        """The prefixes of what callers give for a parameter."""
        found: list[str] = []
        for caller, arguments in self._calls().get(function.name, ()):
            if position < len(arguments) and caller != function.uid:
                found += self._argument(caller, arguments[position], deep - 1)
        return list(dict.fromkeys(found))[:_MOST]

    def _argument(self, caller: Uid, code: tuple[Any, ...], deep: int) -> list[str]:
        """`register(v1)`, `register(api.Group("/v1"))`."""
        if name := _name(code):
            return self.prefixes(caller, name, "", deep)
        row = code[1] if len(code) == 5 and code[0] == go.CALL else -1
        group = self._given.get((caller, row - self._functions[caller].row)) if row >= 0 else None
        if group is None:
            return []
        above = self.prefixes(caller, group[1].receiver.partition(".")[0], group[1].on, deep)
        return [joined(each, path_of(self.world, group)) for each in above]

    def _calls(self) -> dict[str, list[tuple[Uid, tuple[Any, ...]]]]:
        """Calls that hand on a name, by what they call."""
        if self._called is None:
            self._called = defaultdict(list)
            makers = {source for source, _ in (*self._groups, *self._given)}
            for uid, function in self._functions.items():
                if uid in makers and function.body is not None:
                    for callee, arguments in _calls_in(function.body):
                        self._called[callee].append((uid, arguments))
        return self._called


def path_of(world: World, used: Used) -> str:
    """The path that a call of a group or route adds to its router's; a gap where it is not known."""
    facts, usage = used
    if usage.name == "Subrouter":
        before = [each for each in facts.usages if each.name == "PathPrefix" and each.source == usage.source]
        near = [each for each in before if each.line <= usage.line]
        return world.text(nth(near[-1], 0), facts, near[-1]) if near else ""
    value = nth(usage, 0)
    own = "" if value == "" else world.text(value, facts, usage) or GAP
    return joined(within(world, used), own)


def within(world: World, used: Used) -> str:
    """The paths of the calls around: `r.Route("/orders", func(r chi.Router) { … })`."""
    facts, usage = used
    return world.text(argument(usage, "within"), facts, usage)


def _calls_in(code: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    if len(code) == 5 and code[0] == go.CALL:
        callee = code[3]
        name = callee[2] if callee[0] == go.SELECT else callee[1] if callee[0] == go.NAME else ""
        if isinstance(name, str) and code[4]:
            yield name, code[4]
    for each in code:
        if isinstance(each, tuple):
            yield from _calls_in(each) if each and isinstance(each[0], int | tuple) else ()


def _name(code: tuple[Any, ...]) -> str:
    inner = code[3] if code and code[0] == go.VALUE else code
    return str(inner[1]) if inner and inner[0] == go.NAME else ""
