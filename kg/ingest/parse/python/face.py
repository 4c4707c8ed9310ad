"""What other files can see of a Python file, as one number: while it is the same, they see the same.

A file is seen through what it defines, what its functions return or yield, and what they assign to attributes
and put into containers; not through the calls that they make, nor through names of their own that none of this
uses. Of a position it counts which bindings of its scope come before it (`reaching`), so it goes in as how many
do, and lines not at all. Whom the calls hand something is told apart (`resolve.python.flow`).
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from kg.ingest.parse.python.facts import ATTRIBUTE, CALL, CONSTANT, NAME, Binding, Scope

_WORD = re.compile(r"\w+")


class _Said:
    """What is written down: texts, and positions with the scope that they count in, until all are known."""

    def __init__(self) -> None:
        self._parts: list[str | tuple[int, int]] = []
        self._times: dict[int, set[int]] = {}
        """Of each scope: where what a name is may become something else."""
        self.names: set[str] = set()
        """All that a name may be looked up by."""

    def add(self, held: Iterable[object], clock: int) -> None:
        """Expressions, and whatever holds some, as they stand in the scope of that number."""
        self._parts.append("(")
        for one in held:
            if not isinstance(one, tuple) or _is_path(one):
                self._parts.append(repr(one))
            elif one and type(one[0]) is int:
                self._expression(one, clock)
            else:
                self.add(one, clock)
        self._parts.append(")")

    def _expression(self, said: tuple[Any, ...], clock: int) -> None:
        tag = said[0]
        self._parts.append(f"#{tag}")
        if tag == NAME:
            self.names.add(said[1])
            self._parts += (said[1], (clock, said[2]))
        elif tag == ATTRIBUTE:
            self.add(said[1:3], clock)
        elif tag == CALL:
            self.add(said[1:4], clock)
        else:
            if tag == CONSTANT and isinstance(said[2], str):  # an annotation in quotes
                self.names.update(_WORD.findall(said[2]))
            self.add(said[1:], clock)

    def binding(self, name: str, bound: Binding, clock: int) -> None:
        always, in_loop = bound.position == bound.end == 0, bound.loop != -1
        self._parts += (name, f"{bound.kind} {bound.private} {always} {in_loop} {bound.scope}")
        times = (bound.position, bound.end + 1, bound.loop)
        self._times.setdefault(clock, set()).update(times)
        self._parts += ((clock, time) for time in times)
        self.add((bound.value, bound.extra), bound.scope)

    def scope(self, scope: Scope, number: int) -> None:
        """All but its bindings."""
        self._parts.append(f"{scope.form} {scope.parent} {scope.is_async} {scope.generator}")
        self._parts += (scope.name, scope.uid, *scope.parameters)
        self.add((scope.decorators, scope.bases, scope.returns), scope.parent)
        self.add((scope.returned, scope.yielded, scope.items, *map(tuple, scope.attributes)), number)

    def digest(self) -> int:
        times = {clock: sorted(told) for clock, told in self._times.items()}
        texts = (
            part if isinstance(part, str) else f"@{bisect_right(times.get(part[0], ()), part[1])}"
            for part in self._parts
        )
        told = "\0".join(texts).encode("utf-8", "surrogatepass")
        return int.from_bytes(blake2b(told, digest_size=8).digest(), "little")


def face_of(scopes: Iterable[Scope], beside: Iterable[object]) -> int:
    """`beside`: what is said of the module as a whole. A name of a function is seen when anything that is seen
    uses such a name, wherever: that is more than needed, and simple."""
    said = _Said()
    said.add(beside, 0)
    inner: dict[str, list[tuple[Binding, int]]] = {}
    for number, scope in enumerate(scopes):
        said.scope(scope, number)
        for name, bindings in scope.bindings.items():
            if scope.form == "function" and not _is_parameter(scope, name):
                inner.setdefault(name, []).extend((bound, number) for bound in bindings)
                continue
            for bound in bindings:
                said.binding(name, bound, number)
    while used := inner.keys() & said.names:
        for name in sorted(used):
            for bound, number in inner.pop(name):
                said.binding(name, bound, number)
    return said.digest()


def _is_path(held: tuple[Any, ...]) -> bool:
    """Whole numbers only: a way into a sequence, or a slice."""
    return bool(held) and type(held[0]) is int and (len(held) == 1 or type(held[1]) is int)


def _is_parameter(scope: Scope, name: str) -> bool:
    return name in scope.parameters or f"*{name}" in scope.parameters or f"**{name}" in scope.parameters
