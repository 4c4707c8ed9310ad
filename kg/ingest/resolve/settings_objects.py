"""Whether what code reads an attribute from gives settings: a settings module, or an object that is known.

In: the facts of all files. A Python module is imported by a name that ends its path in the repository
(`app.settings` of `src/app/settings.py`). Pure.
"""

from collections import defaultdict
from collections.abc import Iterable

from kg.schema.facts import Facts, KeyRead
from kg.schema.settings import SettingsObject


class SettingsObjects:
    """Names by their last part."""

    def __init__(self, files: Iterable[Facts]) -> None:
        self._names: dict[str, list[str]] = defaultdict(list)
        for facts in files:
            if facts.sets and facts.file.path.endswith(".py"):
                self._add(facts.file.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
            for each in facts.found:
                if isinstance(each, SettingsObject):
                    self._add(each.name)

    def give(self, read: KeyRead) -> bool:
        """Whether a read is one: it needs no proof where it names no object."""
        if not read.through:
            return True
        names = self._names.get(read.through.rpartition(".")[2], ())
        return any(f".{name}".endswith(f".{read.through}") for name in names)

    def _add(self, name: str) -> None:
        self._names[name.rpartition(".")[2]].append(name)
