"""Which import path is which folder: `go.mod`, `replace` by a local folder, `go.work`.

In: the `GoModule`s of a repository. Knows nothing of what is in the folders.
"""

import posixpath
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass

from kg.schema.go import GoModule


@dataclass(frozen=True, slots=True)
class Place:
    """A folder that an import path stands for."""

    folder: str
    certain: bool
    """False where the importing module asks for a published version of a module that is here too."""


class Modules:
    """The modules of a repository, the longest folder first."""

    def __init__(self, found: Iterable[GoModule], root: str = "") -> None:
        """`root`: the import path of a repository without any module, as `guessed_root` gives it."""
        everything = list(found)
        self._root = root
        self._modules = sorted((m for m in everything if m.path), key=lambda m: -len(m.folder))
        self._works = [m for m in everything if not m.path]
        self._libraries: dict[tuple[str, str], str] = {}

    def of(self, folder: str) -> GoModule | None:
        """The module that a folder belongs to."""
        return next((m for m in self._modules if _inside(m.folder, folder) is not None), None)

    def place(self, path: str, source: str) -> Place | None:
        """The folder that an import path means in a file of folder `source`."""
        own = self.of(source)
        for module in (own, *self._works):
            for replaced, folder in module.replaced if module is not None else ():
                rest = _below(replaced, path)
                if rest is not None:
                    return Place(_join(folder, rest), True)
        best: Place | None = None
        length = -1
        for module in self._modules:
            rest = _below(module.path, path)
            if rest is not None and len(module.path) > length:
                length = len(module.path)
                best = Place(_join(module.folder, rest), module is own or self._joined(module, own))
        if not self._modules and self._root:
            rest = _below(self._root, path)
            return None if rest is None else Place(_join(".", rest), False)
        return best

    def library(self, name: str, source: str) -> str:
        """The module that a file of folder `source` depends on and that has a full name; empty for none."""
        key = (source, name)
        if key not in self._libraries:
            own = self.of(source)
            required = own.required if own is not None else ()
            fitting = [path for path in required if name.startswith((f"{path}/", f"{path}."))]
            self._libraries[key] = max(fitting, key=len, default="")
        return self._libraries[key]

    def _joined(self, module: GoModule, own: GoModule | None) -> bool:
        return own is not None and any(
            module.folder in work.used and own.folder in work.used for work in self._works
        )


def guessed_root(imports: Iterable[str], folders: Set[str]) -> str:
    """The import path of a repository older than modules: the one under which most imports are its folders."""
    votes: Counter[str] = Counter()
    for path in sorted(set(imports)):
        parts = path.split("/")
        for cut in range(2, len(parts)):
            if "/".join(parts[cut:]) in folders:
                votes["/".join(parts[:cut])] += 1
    ((root, count),) = votes.most_common(1) or (("", 0),)
    return root if count > 1 else ""


def _inside(root: str, folder: str) -> str | None:
    if root == ".":
        return folder
    return _below(root, folder)


def _below(root: str, path: str) -> str | None:
    """What is left of a path behind its root, or None."""
    if path == root:
        return ""
    return path[len(root) + 1 :] if path.startswith(root + "/") else None


def _join(folder: str, rest: str) -> str:
    return posixpath.normpath(posixpath.join(folder, rest))
