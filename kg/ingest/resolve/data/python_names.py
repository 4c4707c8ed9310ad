"""Names in Python files -> the models that they mean, by imports and modules.

A name means a model when its module defines it, or an import leads to a module or package below which exactly
one model of that name stands: packages hand on what their modules define, and a repository's code may lie
below a folder that no import names. A name alone ties nothing. Pure.
"""

from collections import defaultdict
from collections.abc import Iterator

from kg.ingest.parse.python.names import absolute
from kg.schema.facts import Facts
from kg.schema.models import Model


class PythonNames:
    """The models of a repository by name."""

    def __init__(self, models: list[tuple[Facts, Model]]) -> None:
        self._by_name: dict[str, list[tuple[Facts, Model]]] = defaultdict(list)
        for facts, model in models:
            self._by_name[model.name].append((facts, model))
        self._imports: dict[str, dict[str, str]] = {}
        self._meant: dict[tuple[str, str], Model | None] = {}
        self._below: dict[str, Model | None] = {}

    def model(self, name: str, facts: Facts) -> Model | None:
        """The model that a file means by a name as written: `Order`, `models.Order`, `Shop.Order`."""
        asked = (name, facts.file.path)
        if asked not in self._meant:
            self._meant[asked] = self._find(name, facts)
        return self._meant[asked]

    def _find(self, name: str, facts: Facts) -> Model | None:
        known = self._by_name.get(name.rpartition(".")[2])
        if not known:
            return None
        here = [model for there, model in known if there.file.path == facts.file.path]
        if "." not in name and len(here) == 1:
            return here[0]
        return next((found for path in self.absolute(name, facts) if (found := self.below(path))), None)

    def below(self, dotted: str) -> Model | None:
        """The one model whose module is `a.b` of `a.b.Order`, or lies below it."""
        if dotted not in self._below:
            self._below[dotted] = self._find_below(dotted)
        return self._below[dotted]

    def _find_below(self, dotted: str) -> Model | None:
        module, _, last = dotted.rpartition(".")
        known = self._by_name.get(last, [])
        if not module or not known:
            return None
        fitting = [m for _, m in known if f".{module}." in f".{m.qualified_name}"]
        exact = [m for m in fitting if f".{m.qualified_name}".endswith(f".{module}.{last}")]
        found = exact or fitting
        return found[0] if len(found) == 1 else None

    def absolute(self, name: str, facts: Facts) -> Iterator[str]:
        """What a name is in full, as imports say; stars last."""
        first, dot, rest = name.partition(".")
        imports = self._imports_of(facts)
        if first in imports:
            yield f"{imports[first]}{dot}{rest}"
        elif dot:
            yield name
        for star in (path[:-1] for path in imports.values() if path.endswith(".*")):
            yield f"{star}{name}"

    def _imports_of(self, facts: Facts) -> dict[str, str]:
        """Bound name -> absolute path; `a.b.*` under itself."""
        path = facts.file.path
        if path not in self._imports:
            found = {}
            for written in facts.file.imports:
                full = absolute(written, facts.file.package)
                last = full.rpartition(".")[2]
                found[full if last == "*" else last] = full
            self._imports[path] = found
        return self._imports[path]
