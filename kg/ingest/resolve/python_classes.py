"""Classes of Python files with what they inherit, as far as the repository holds it.

In: all files. Out: for a name, its class; for a class, its methods, its texts and the names of the classes of
libraries that it comes from. Pure; knows no framework.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kg.ingest.parse.python import facts as python
from kg.ingest.parse.python.facts import Expr, PythonFacts, Scope
from kg.ingest.resolve.constants import names_of, scope_of
from kg.ingest.resolve.python_names import PythonNames, rooted
from kg.schema.facts import Facts
from kg.schema.ids import Uid


@dataclass(frozen=True, slots=True)
class PythonClass:
    facts: Facts
    scope: Scope
    number: int

    @property
    def uid(self) -> Uid:
        return self.scope.uid

    @property
    def name(self) -> str:
        return scope_of(self.uid)

    def own_methods(self) -> Iterator[tuple[str, Uid]]:
        """The last definition of a name is the one that holds."""
        for scope in self.facts.code.scopes:
            if scope.parent == self.number and scope.form == "function":
                yield scope.name, scope.uid


class PythonClasses:
    def __init__(self, files: Sequence[Facts], names: PythonNames) -> None:
        self._files = files
        self._names = names
        self._lineages: dict[str, tuple[list[PythonClass], list[str]]] = {}
        self._own: dict[str, dict[str, Uid]] = {}

    @cached_property
    def _by_name(self) -> dict[str, PythonClass]:
        found: dict[str, PythonClass] = {}
        for facts in self._files:
            if isinstance(facts.code, PythonFacts):
                for number, scope in enumerate(facts.code.scopes):
                    if scope.form == "class":
                        found.setdefault(scope_of(scope.uid), PythonClass(facts, scope, number))
        return found

    def at(self, uid: Uid) -> PythonClass | None:
        return self._by_name.get(scope_of(uid))

    def find(self, name: str, facts: Facts, scope: str) -> PythonClass | None:
        return self._by_name.get(self._names.of(names_of(name, facts, scope), self._by_name))

    def below(self, path: str, facts: Facts) -> PythonClass | None:
        """By a path as a file imports it: from the root, or from a folder above the file."""
        return self._by_name.get(self._names.of(rooted(path, facts), self._by_name))

    def lineage(self, of: PythonClass) -> tuple[list[PythonClass], list[str]]:
        """A class and what it comes from, the nearest first; and the names of classes of libraries."""
        if of.name not in self._lineages:
            own, others = [of], list[str]()
            self._lineages[of.name] = own, others  # classes that come from each other end here
            for base in of.scope.bases:
                name = _dotted(base)
                found = self.find(name, of.facts, of.name.rpartition(".")[0]) if name else None
                above, more = self.lineage(found) if found is not None else ([], [name] if name else [])
                own += [each for each in above if each not in own]
                others += more
        return self._lineages[of.name]

    def methods(self, of: PythonClass) -> dict[str, Uid]:
        """Its methods and those it inherits in the repository, by name."""
        found: dict[str, Uid] = {}
        for each in self.lineage(of)[0]:
            if each.name not in self._own:
                self._own[each.name] = dict(each.own_methods())
            for name, uid in self._own[each.name].items():
                found.setdefault(name, uid)
        return found


def _dotted(value: Expr) -> str:
    while value is not None and value[0] in (python.SUBSCRIPT, python.CALL):
        value = value[1]
    if value is None:
        return ""
    if value[0] == python.NAME:
        return str(value[1])
    owner = _dotted(value[1]) if value[0] == python.ATTRIBUTE else ""
    return f"{owner}.{value[2]}" if owner else ""
