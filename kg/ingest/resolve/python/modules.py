"""Which module an import means. In: the modules of one repository. Out: a module, or nothing.

A name is looked for from the importing file's own import root (the folder above its topmost
package), from the repository's root, then from other folders that hold packages (`src`, a service
of a monorepo): the nearest one, or none when two are as near. A module inside a package is never
taken for a top-level one, and a name of the standard library only for a file beside it.
"""

import sys
from collections.abc import Iterable

from kg.ingest.parse.python.facts import PythonFacts, Scope
from kg.ingest.resolve.python.values import Module
from kg.schema.ids import Uid

_EMPTY = Scope("module", -1, "", Uid(""), 1, {}, (), (), (), (), (), (), (), (), None, (), (), False, False)


class Modules:
    """The modules of one repository, by dotted path from its root."""

    def __init__(self, files: Iterable[PythonFacts]) -> None:
        self.by_name: dict[str, Module] = {}
        for facts in sorted(files, key=lambda f: (f.module, not f.is_package)):
            self.by_name.setdefault(facts.module, Module(facts.module, facts))
        self.packages = {name for name, module in self.by_name.items() if module.facts.is_package}
        self._add_folders()
        self._by_suffix = self._suffixes()
        self._found: dict[tuple[str, str], Module | None] = {}

    def _add_folders(self) -> None:
        """A folder without `__init__` is a package too, of the weakest sort."""
        for name in list(self.by_name):
            folder = name.rpartition(".")[0]
            while folder and folder not in self.by_name:
                facts = PythonFacts(folder, True, "", (_EMPTY,), (), None, ())
                self.by_name[folder] = Module(folder, facts)
                folder = folder.rpartition(".")[0]

    def _suffixes(self) -> dict[str, list[str]]:
        """Dotted names that a module may be imported by, from any folder that is not a package."""
        found: dict[str, list[str]] = {}
        for name in self.by_name:
            prefix, _, rest = "", "", name
            while rest:
                if prefix not in self.packages:
                    found.setdefault(rest, []).append(prefix)
                head, _, rest = rest.partition(".")
                prefix = f"{prefix}.{head}" if prefix else head
        return found

    def root_of(self, module: Module) -> str:
        """The folder above the topmost package of a module, dotted."""
        folder = module.name if module.facts.is_package else module.name.rpartition(".")[0]
        while folder in self.packages:
            folder = folder.rpartition(".")[0]
        return folder

    def relative(self, module: Module, written: str) -> Module | None:
        """`..a.b` as written in a module."""
        rest = written.lstrip(".")
        base = self._base(module, len(written) - len(rest))
        name = ".".join(part for part in (base, rest) if part)
        return self.by_name.get(name)

    def _base(self, module: Module, level: int) -> str:
        parts = module.name.split(".")
        drop = level - 1 if module.facts.is_package else level
        return ".".join(parts[: len(parts) - drop]) if drop < len(parts) else ""

    def absolute_name(self, module: Module, written: str) -> str:
        """How an import that was not found is called in full."""
        rest = written.lstrip(".")
        if rest == written:
            return written
        return ".".join(part for part in (self._base(module, len(written) - len(rest)), rest) if part)

    def find(self, module: Module, written: str) -> Module | None:
        """The module that `import written` or `from written import …` means in `module`."""
        if written.startswith("."):
            return self.relative(module, written)
        root = self.root_of(module)
        key = (root, written)
        if key not in self._found:
            self._found[key] = self._absolute(root, written)
        return self._found[key]

    def _absolute(self, root: str, written: str) -> Module | None:
        prefixes = self._by_suffix.get(written, [])
        top = written.partition(".")[0]
        if root in prefixes and self._holds(root, top, written):
            return self._under(root, written)
        if top in sys.stdlib_module_names:
            return None
        if "" in prefixes and self._holds("", top, written):
            return self._under("", written)
        possible = [p for p in prefixes if _join(p, top) in self.packages or _is_under(root, p)]
        possible = [p for p in possible if self._holds(p, top, written)]
        nearest = sorted(possible, key=lambda prefix: -_shared(prefix, root))
        if not nearest:
            return None
        if len(nearest) > 1 and _shared(nearest[0], root) == _shared(nearest[1], root):
            return None
        return self._under(nearest[0], written)

    def _holds(self, prefix: str, top: str, written: str) -> bool:
        """A bare folder gives way to an installed package, unless the path leads to a file in it."""
        return not self._under(prefix, written).is_folder or (
            "." in written and not self._under(prefix, top).is_folder
        )

    def _under(self, prefix: str, written: str) -> Module:
        return self.by_name[_join(prefix, written)]


def inner_name(written: str, name: str) -> str:
    """The module that `from written import name` may mean."""
    return f"{written}.{name}".replace("..", ".") if written.strip(".") else written + name


def _join(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def _is_under(root: str, prefix: str) -> bool:
    return root == prefix or root.startswith(prefix + ".")


def _shared(one: str, other: str) -> int:
    """How many folders two dotted paths share from the top."""
    count = 0
    for a, b in zip(one.split("."), other.split("."), strict=False):
        if a != b or not a:
            break
        count += 1
    return count
