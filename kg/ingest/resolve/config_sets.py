"""The keys of each config set: which spellings are one, and for whom a file sets them.

In: the Facts of all files. A file that says what it is for (a workload, a compose service, a file that
Spring Cloud Config serves by an application's name) sets keys of that application's module. Pure; knows
no format.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from kg.ingest.resolve.key_names import is_variable, preferred, relaxed, spellings_of, squeezed
from kg.ingest.resolve.module_users import ModuleUsers
from kg.ingest.resolve.modules import Modules
from kg.schema.facts import Facts, KeySet

_SHARED = "application"
"""What Spring Cloud Config serves to every application, beside the files of each."""
_ASKS = re.compile(r"spring\.cloud\.config\.(?!server\.)")


@dataclass(slots=True)
class Key:
    """One key of a set, while its spellings are gathered."""

    config_set: str
    name: str
    """The spelling it goes by."""
    spellings: set[str] = field(default_factory=set)
    places: list[tuple[Facts, KeySet]] = field(default_factory=list)

    def spell(self, spelling: str) -> None:
        """It is written so, too."""
        if spelling not in self.spellings:
            self.spellings.add(spelling)
            self.name = preferred((self.name, spelling))


class Keys(dict[str, Key]):
    """The keys of a set by relaxed name, a variable that is no other key's spelling by its own."""

    def __init__(self) -> None:
        super().__init__()
        self._squeezed: dict[str, list[str]] = defaultdict(list)

    def put(self, name: str, spelling: str, config_set: str) -> Key:
        """The key of that name, made where it is not there, with one more spelling."""
        if name not in self:
            self[name] = Key(config_set, spelling)
            if not is_variable(name):
                self._squeezed[squeezed(name)].append(name)
        self[name].spell(spelling)
        return self[name]

    def alike(self, variable: str) -> str:
        """The name of the only key that an environment variable may mean; empty where there is none."""
        same = self._squeezed.get(squeezed(variable), [])
        return same[0] if len(same) == 1 else ""

    def find(self, key: str) -> Key | None:
        """A key by any of its spellings; an item of a list by the list."""
        if is_variable(key):
            return self.get(key) or self.get(self.alike(key))
        return next((self[name] for name in spellings_of(key) if name in self), None)


class ConfigSets:
    """Sets by name."""

    def __init__(self, files: Sequence[Facts]) -> None:
        self.modules = Modules(files)
        self.sets: dict[str, Keys] = defaultdict(Keys)
        placed = list(self._placed(files))
        for facts, found in placed:
            if not is_variable(found.key):
                self._put(relaxed(found.key), facts, found)
        for facts, found in placed:
            if is_variable(found.key):
                self._put(self.sets[found.config_set].alike(found.key) or found.key, facts, found)
        self.shared = self._shared(placed)
        """Sets whose keys every application sees."""
        self._far: dict[str, list[str]] = {}
        self._own: dict[str, list[str]] = defaultdict(list)
        for facts, found in placed:
            own = self._own[facts.file.path]
            if (
                found.config_set not in own and not found.application
            ):  # what a service is given, its file has not
                own.append(found.config_set)
        self._users = ModuleUsers(files)
        self._of_users: dict[str, list[str]] = {}

    def _put(self, name: str, facts: Facts, found: KeySet) -> None:
        key = self.sets[found.config_set].put(name, found.key, found.config_set)
        key.places.append((facts, found))

    def near(self, path: str) -> list[str]:
        """The sets that a file sees as its own, the nearest first: those it sets keys of itself, else those
        of the folders above it."""
        own = self._own.get(path)
        return own or self._above(path)

    def _above(self, path: str) -> list[str]:
        parts = path.split("/")[:-1]
        folders = ["/".join(parts[:depth]) for depth in range(len(parts), 0, -1)]
        return [folder for folder in (*folders, ".") if folder in self.sets]

    def far(self, path: str) -> list[str]:
        """The sets that a file sees from afar: of a library, which has none itself, all; else those outside
        of other modules."""
        home = self.modules.of(path)
        if home not in self._far:
            self._far[home] = [
                name
                for name in sorted(self.sets)
                if f"{home}/".startswith(_inside(self.modules.of(name)))
                or (self._is_library(home) and not self._users.of(home))
            ]
        return self._far[home]

    def users(self, path: str) -> list[str]:
        """The sets of who has a file as its own: of the modules that a library is built into, or of all
        applications that ask for what Spring Cloud Config serves to all."""
        if any(config_set in self.shared for config_set in self._own.get(path, ())):
            return self._inside(self._served)
        home = self.modules.of(path)
        if home not in self._of_users:
            is_library = self._is_library(home)
            self._of_users[home] = self._inside(self._users.of(home)) if is_library else []
        return self._of_users[home]

    def _inside(self, modules: Collection[str]) -> list[str]:
        """The sets of these modules."""
        return [name for name in sorted(self.sets) if self.modules.of(name) in modules] if modules else []

    @cached_property
    def _served(self) -> frozenset[str]:
        """The modules that ask a server of Spring Cloud Config for their settings."""
        return frozenset(
            self.modules.of(name)
            for name, keys in self.sets.items()
            if any(_ASKS.match(key) and found.places for key, found in keys.items())
        )

    def _is_library(self, module: str) -> bool:
        """Whether nothing is set for a module itself."""
        return module != "." and module not in self._settled

    @cached_property
    def _settled(self) -> frozenset[str]:
        """The folders that have settings, in them or below them."""
        having = (name for name, keys in self.sets.items() if any(key.places for key in keys.values()))
        return frozenset(folder for name in having for folder in _and_above(name))

    def unset(self, key: str, path: str) -> Key:
        """A key that nothing sets, in the module of who reads it; made where it is not there."""
        home = self._home(path)
        return self.sets[home].put(key if is_variable(key) else relaxed(key), key, home)

    def _home(self, path: str) -> str:
        """A file's own set, else its module; in a repository of one module the nearest set."""
        own = self._own.get(path)
        if own:
            return own[0]
        module = self.modules.of(path)
        return next(iter(self._above(path)), ".") if module == "." else module

    def _placed(self, files: Sequence[Facts]) -> Iterator[tuple[Facts, KeySet]]:
        """Every KeySet, with the set and the environment that it is for."""
        for facts in files:
            module, profile = self.modules.served(facts.file.path) if facts.sets else ("", "")
            beside = self.modules.beside(facts.file.path) if facts.sets else ""
            for found in facts.sets:
                home = self.modules.named(found.application) if found.application else module or beside
                if not home:
                    yield facts, found
                elif profile and found.environment == "default":
                    yield facts, replace(found, config_set=home, environment=profile)
                else:
                    yield facts, replace(found, config_set=home)

    def _shared(self, placed: Sequence[tuple[Facts, KeySet]]) -> list[str]:
        """The sets of `application.yml` beside files that are served to applications by name."""
        files = {facts.file.path: facts for facts, _ in placed}
        folders = {_folder(f) for path, f in files.items() if self.modules.served(path)[0]}
        return sorted(
            {
                found.config_set
                for facts, found in placed
                if facts.file.name.startswith(_SHARED) and _folder(facts) in folders
            }
        )


def _folder(facts: Facts) -> str:
    return facts.file.path.rpartition("/")[0]


def _and_above(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def _inside(module: str) -> str:
    return "" if module == "." else f"{module}/"
