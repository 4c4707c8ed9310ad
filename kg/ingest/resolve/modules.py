"""Modules of a repository: which folders are one, and which one an application's name means.

In: the facts of all files. A module is a folder with a build file; its names are its folder's and what
`spring.application.name` calls it there: what its tests say counts only where nothing else does. Pure.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kg.ingest.resolve.key_names import relaxed
from kg.schema.facts import Facts

BUILD_FILES = (
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "package.json",
    "go.mod",
    "Cargo.toml",
    "pyproject.toml",
    "setup.py",
)
_NAME_KEY = "spring.application.name"
_OWN = ("application", "bootstrap")
"""Files of an application itself."""
_TESTS = frozenset(("test", "tests"))


class Modules:
    """Module folders; the root is `.`."""

    def __init__(self, files: Sequence[Facts]) -> None:
        self._folders = {"."}
        self._known: dict[str, str] = {}
        self._named: dict[str, set[str]] = defaultdict(set)
        self._applications: dict[str, set[str]] = defaultdict(set)
        built = [facts for facts in files if facts.file.path.endswith(BUILD_FILES)]
        for facts in built:
            folder, _, name = facts.file.path.rpartition("/")
            if name in BUILD_FILES and folder:
                self._folders.add(folder)
                self._named[folder.rpartition("/")[2]].add(folder)
        for name, folder in self._own_names(files):
            self._applications[name].add(folder)
        self._alike: dict[str, set[str]] = defaultdict(set)
        for names in (self._applications, self._named):
            for name, folders in names.items():
                self._alike[relaxed(name)] |= folders

    def _own_names(self, files: Sequence[Facts]) -> Iterator[tuple[str, str]]:
        """What modules call themselves; a name that a test copied from elsewhere is not its module's."""
        said = [
            (found.value, found.config_set, not _TESTS.isdisjoint(facts.file.path.split("/")))
            for facts in files
            if facts.sets and facts.file.name.startswith(_OWN)
            for found in facts.sets
            if found.key == _NAME_KEY and found.config_set in self._folders
        ]
        sure = {folder for _, folder, is_test in said if not is_test}
        yield from ((name, folder) for name, folder, is_test in said if not is_test or folder not in sure)

    def of(self, path: str) -> str:
        """The innermost module of a file or folder; without build files what stands above its `src`."""
        if path not in self._known:
            self._known[path] = self._found(path)
        return self._known[path]

    def _found(self, path: str) -> str:
        folder = path
        while folder and folder not in self._folders:
            folder = folder.rpartition("/")[0]
        above, source, _ = f"/{path}".partition("/src/")
        return folder or (above.strip("/") if source else "") or "."

    def beside(self, path: str) -> str:
        """The module whose build file stands in the same folder, whatever that is called: `config/Dockerfile`
        is not for what is around `config`. Empty where there is none."""
        folder = path.rpartition("/")[0]
        return folder if folder in self._folders else ""

    def named(self, name: str) -> str:
        """The only module of a name, else of one that has other dashes; empty where there is none, or several."""
        found = self._applications.get(name) or self._named.get(name) or self._alike.get(relaxed(name), set())
        return next(iter(found)) if len(found) == 1 else ""

    def served(self, path: str) -> tuple[str, str]:
        """The module and profile of a file that Spring Cloud Config serves, by its name:
        `pay-service-prod.yml` is for the application `pay-service`. Empty where it is for none."""
        stem = path.rpartition("/")[2].rpartition(".")[0]
        name = stem
        while name and name not in self._applications:
            name = name.rpartition("-")[0]
        return (self.named(name), stem[len(name) + 1 :]) if name else ("", "")
