"""Groups of routes in Go: which prefixes a router variable stands for, across the functions it is given to.

`v1 := r.Group("/v1")` and `register(v1)`: in `register` its parameter is that group. Pure.
A call means a function of its own package or of the one that its file imports under that name, a method of a
type of its package or of one that its package imports: a name alone ties nothing.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kg.ingest.resolve.contracts.paths import joined
from kg.ingest.resolve.contracts.values import argument, nth
from kg.ingest.resolve.world import Used, World
from kg.schema import go
from kg.schema.contracts import GAP
from kg.schema.go import Code, GoFacts, GoFunction
from kg.schema.ids import Uid

_VERSION = re.compile(r"/v\d+$")
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
        self._files: dict[Uid, GoFacts] = {}
        self._called: dict[str, list[_Call]] | None = None
        for facts, usage in used:
            if isinstance(facts.code, GoFacts) and usage.source not in self._functions:
                self._functions |= {each.uid: each for each in facts.code.functions}
                self._files |= {each.uid: facts.code for each in facts.code.functions}

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
        for call in self._calls().get(function.name, ()):
            given = call.arguments[position : position + 1]
            if given and call.caller != function.uid and self._may_mean(call, function):
                found += self._argument(call.caller, given[0], deep - 1)
        return list(dict.fromkeys(found))[:_MOST]

    def _may_mean(self, call: "_Call", function: GoFunction) -> bool:
        """Whether a call of a function's name is a call of it, as far as packages and imports say."""
        file, there = self._files[call.caller], self._files[function.uid]
        if call.callee[0] == go.NAME:
            return not function.receiver and _package(file) == _package(there)
        operand = call.callee[1]
        brought = _brought(file, str(operand[1])) if operand[0] == go.NAME else ()
        if brought:
            return not function.receiver and any(_is_of(path, there) for path in brought)
        return bool(function.receiver) and (
            _package(file) == _package(there)
            or any(_is_of(path, there) for path in self._imported.get(_package(file), ()))
        )

    @cached_property
    def _imported(self) -> dict[tuple[str, str], set[str]]:
        """What the files of each package import."""
        found: dict[tuple[str, str], set[str]] = defaultdict(set)
        for facts in self.world.files:
            if isinstance(facts.code, GoFacts):
                found[_package(facts.code)].update(path for _, path in facts.code.imports)
        return found

    def _argument(self, caller: Uid, code: Code, deep: int) -> list[str]:
        """`register(v1)`, `register(api.Group("/v1"))`."""
        if name := _name(code):
            return self.prefixes(caller, name, "", deep)
        row = code[1] if len(code) == 5 and code[0] == go.CALL else -1
        group = self._given.get((caller, row - self._functions[caller].row)) if row >= 0 else None
        if group is None:
            return []
        above = self.prefixes(caller, group[1].receiver.partition(".")[0], group[1].on, deep)
        return [joined(each, path_of(self.world, group)) for each in above]

    def _calls(self) -> dict[str, list["_Call"]]:
        """Calls that hand on a name, by what they call."""
        if self._called is None:
            self._called = defaultdict(list)
            makers = {source for source, _ in (*self._groups, *self._given)}
            for uid, function in self._functions.items():
                if uid in makers and function.body is not None:
                    for callee, arguments in _calls_in(function.body):
                        name = callee[2] if callee[0] == go.SELECT else callee[1]
                        self._called[str(name)].append(_Call(uid, callee, arguments))
        return self._called


@dataclass(frozen=True, slots=True)
class _Call:
    caller: Uid
    callee: Code
    arguments: tuple[Code, ...]


def _package(file: GoFacts) -> tuple[str, str]:
    return (file.folder, file.package)


def _brought(file: GoFacts, name: str) -> tuple[str, ...]:
    """The packages that a file may know by a name."""
    return tuple(path for alias, path in file.imports if name == alias or (not alias and _names(path, name)))


def _names(path: str, name: str) -> bool:
    """Whether an import may be called that: `orders` of `shop/orders`, `shop/go-orders`, `acme/orders/v2`."""
    return name in re.split("[.-]", _VERSION.sub("", path).rpartition("/")[2])


def _is_of(path: str, file: GoFacts) -> bool:
    """Whether an import may be the package of a file: the path ends in its folder."""
    return _names(path, file.package) if file.folder == "." else f"/{path}".endswith(f"/{file.folder}")


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


def _calls_in(code: Code) -> Iterator[tuple[Code, tuple[Code, ...]]]:
    if len(code) == 5 and code[0] == go.CALL and code[3][0] in (go.SELECT, go.NAME) and code[4]:
        yield code[3], code[4]
    for each in code:
        if isinstance(each, tuple):
            yield from _calls_in(each) if each and isinstance(each[0], int | tuple) else ()


def _name(code: Code) -> str:
    inner = code[3] if code and code[0] == go.VALUE else code
    return str(inner[1]) if inner and inner[0] == go.NAME else ""
