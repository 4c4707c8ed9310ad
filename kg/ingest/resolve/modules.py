"""Which module of a repository a file belongs to: the nearest folder with a build file.

Without one, the folder above `src`, else the root `.`. In: all files. Pure.
"""

from collections.abc import Sequence

from kg.schema.facts import Facts

_BUILD_FILES = frozenset(
    ("pom.xml", "build.gradle", "build.gradle.kts", "package.json", "go.mod", "pyproject.toml", "setup.py")
)
_SOURCE = "/src/"


class Modules:
    """The folders that hold a build file."""

    def __init__(self, files: Sequence[Facts]) -> None:
        paths = (facts.file.path.rpartition("/") for facts in files)
        self._folders = frozenset(folder for folder, _, name in paths if name in _BUILD_FILES)
        self._known: dict[str, str] = {}

    def of(self, path: str) -> str:
        folder = path.rpartition("/")[0]
        if folder not in self._known:
            self._known[folder] = self._found(folder)
        return self._known[folder]

    def _found(self, folder: str) -> str:
        above = folder
        while above:
            if above in self._folders:
                return above
            above = above.rpartition("/")[0]
        module, found, _ = f"/{folder}/".partition(_SOURCE)
        return module.strip("/") or "." if found else "."
