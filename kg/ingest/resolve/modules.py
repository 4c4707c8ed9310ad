"""Modules of a repository: which folders are one, and which one an application's name means.

In: the facts of all files. A module is a folder with a build file; its names are its folder's and what
`spring.application.name` calls it there. Pure.
"""

from collections import defaultdict
from collections.abc import Sequence

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
        for facts in (each for each in files if each.sets and each.file.name.startswith(_OWN)):
            for found in facts.sets:
                if found.key == _NAME_KEY and found.config_set in self._folders:
                    self._applications[found.value].add(found.config_set)

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

    def named(self, name: str) -> str:
        """The only module of a name; empty where there is none, or several."""
        found = self._applications.get(name) or self._named.get(name) or set()
        return next(iter(found)) if len(found) == 1 else ""

    def served(self, path: str) -> tuple[str, str]:
        """The module and profile of a file that Spring Cloud Config serves, by its name:
        `pay-service-prod.yml` is for the application `pay-service`. Empty where it is for none."""
        stem = path.rpartition("/")[2].rpartition(".")[0]
        name = stem
        while name and name not in self._applications:
            name = name.rpartition("-")[0]
        return (self.named(name), stem[len(name) + 1 :]) if name else ("", "")
