"""Which file a module specifier means: relative paths, `paths` of tsconfig.json, packages of this repository.

Node's and TypeScript's rules as far as a source tree shows them. What a package builds is not there, so
the file behind a door (`dist/index.js`) is looked for where it is built from (`src/index.ts`).
"""

import posixpath
from functools import lru_cache

from kg.ingest.resolve.typescript.program import File, Program
from kg.schema.typescript import PackageFacts, ProjectFacts

_EXTENSIONS = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs")
_WRITTEN = {
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx",),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_BUILT = ("dist", "lib", "build", "out", "es", "esm", "cjs", "types", "module", "commonjs", "typings")
_CONFIGS = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")


class Modules:
    """Answers are remembered by folder and specifier."""

    def __init__(self, program: Program) -> None:
        self.files = program.files
        self.ambient = program.ambient
        self.projects = program.projects
        self.packages = {package.name: package for package in program.packages if package.name}
        self.manifests = {posixpath.dirname(package.path): package for package in program.packages}
        self.find = lru_cache(maxsize=None)(self._find)
        self._project_of = lru_cache(maxsize=None)(self._nearest_project)
        self._aliases = lru_cache(maxsize=None)(self._aliases_of)

    def resolve(self, file: File, specifier: str) -> File | None:
        """The file a module means to a file; None when it is not here."""
        return self.find(posixpath.dirname(file.path), specifier)

    def _find(self, folder: str, specifier: str) -> File | None:
        if specifier.startswith("."):
            return self._at(posixpath.normpath(posixpath.join(folder, specifier)))
        if specifier.startswith("#"):
            return self._inner(folder, specifier)
        return self._by_alias(folder, specifier) or self._by_package(specifier)

    def _at(self, path: str) -> File | None:
        """A file or folder, with the extensions that may be left out or written otherwise."""
        path = "" if path == "." else path
        stem, extension = posixpath.splitext(path)
        for other in _WRITTEN.get(extension, ()):
            if stem + other in self.files:
                return self.files[stem + other]
        if path in self.files:
            return self.files[path]
        for each in _EXTENSIONS:
            if path + each in self.files:
                return self.files[path + each]
        package = self.manifests.get(path)
        if package is not None and path:
            found = self._door(package, ".")
            if found is not None:
                return found
        for each in _EXTENSIONS:
            index = posixpath.join(path, "index" + each)
            if index in self.files:
                return self.files[index]
        return None

    def _by_alias(self, folder: str, specifier: str) -> File | None:
        project = self._project_of(folder)
        if project is None:
            return None
        base, aliases = self._aliases(project.path)
        for pattern, targets in aliases:
            middle = matched(pattern, specifier)
            if middle is None:
                continue
            for target in targets:
                found = self._at(posixpath.normpath(target.replace("*", middle)))
                if found is not None:
                    return found
        return self._at(posixpath.normpath(posixpath.join(base, specifier))) if base is not None else None

    def _nearest_project(self, folder: str) -> ProjectFacts | None:
        """The nearest configuration that says anything of modules, else the nearest of all."""
        nearest: ProjectFacts | None = None
        while True:
            for name in _CONFIGS:
                project = self.projects.get(posixpath.join(folder, name))
                if project is not None:
                    nearest = nearest or project
                    base, aliases = self._aliases(project.path)
                    if aliases or base is not None:
                        return project
            if not folder:
                return nearest
            folder = posixpath.dirname(folder)

    def _aliases_of(self, path: str) -> tuple[str | None, tuple[tuple[str, tuple[str, ...]], ...]]:
        """(base folder, (pattern, targets from the root)), with what it extends."""
        project = self.projects[path]
        folder = posixpath.dirname(path)
        base: str | None = None
        aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()
        for each in project.extends:
            above = self._extended(folder, each)
            if above is not None and above != path:
                base, aliases = self._aliases(above)
        if project.base_url:
            base = posixpath.normpath(posixpath.join(folder, project.base_url))
        if project.paths:
            start = base if base is not None else folder
            aliases = tuple(
                (pattern, tuple(posixpath.join(start, target) for target in targets))
                for pattern, targets in sorted(project.paths, key=lambda p: -len(p[0].partition("*")[0]))
            )
        return base, aliases

    def _extended(self, folder: str, written: str) -> str | None:
        path = posixpath.normpath(posixpath.join(folder, written))
        for candidate in (path, path + ".json", posixpath.join(path, "tsconfig.json")):
            if candidate in self.projects:
                return candidate
        return None

    def _by_package(self, specifier: str) -> File | None:
        parts = specifier.split("/")
        name = "/".join(parts[:2]) if specifier.startswith("@") else parts[0]
        package = self.packages.get(name)
        if package is None:
            return None
        rest = specifier[len(name) + 1 :]
        return self._door(package, f"./{rest}" if rest else ".")

    def _door(self, package: PackageFacts, door: str) -> File | None:
        """What stands behind `name` or `name/sub`."""
        folder = posixpath.dirname(package.path)
        for pattern, target in package.entries:
            middle = matched(pattern, door)
            if middle is not None:
                found = self._source(folder, target.replace("*", middle))
                if found is not None:
                    return found
        tail = "" if door == "." else door[2:]
        for start in ("", "src", "lib"):
            found = self._at(posixpath.normpath(posixpath.join(folder, start, tail or "index")))
            if found is not None:
                return found
        return None

    def _source(self, folder: str, target: str) -> File | None:
        """The file itself, or the one it is built from."""
        found = self._at(posixpath.normpath(posixpath.join(folder, target)))
        if found is not None:
            return found
        parts = posixpath.normpath(target).split("/")
        stem = [part for part in parts if part not in _BUILT]
        if len(stem) == len(parts):
            return None
        stem[-1] = (
            stem[-1]
            .replace(".d.ts", ".js")
            .replace(".d.mts", ".js")
            .replace(".mjs", ".js")
            .replace(".cjs", ".js")
        )
        for start in ("src", "", "lib", "source"):
            found = self._at(posixpath.normpath(posixpath.join(folder, start, *stem)))
            if found is not None:
                return found
        return None

    def _inner(self, folder: str, specifier: str) -> File | None:
        """`#name`, from the `imports` of the nearest package.json; else an alias."""
        start = folder
        while True:
            package = self.manifests.get(folder)
            if package is not None:
                for pattern, target in package.inner:
                    middle = matched(pattern, specifier)
                    found = None if middle is None else self._source(folder, target.replace("*", middle))
                    if found is not None:
                        return found
            if not folder:
                return self._by_alias(start, specifier)
            folder = posixpath.dirname(folder)


def matched(pattern: str, specifier: str) -> str | None:
    """What a `*` stands for; None when the pattern does not fit."""
    before, star, after = pattern.partition("*")
    if not star:
        return "" if pattern == specifier else None
    fits = (
        len(specifier) >= len(before) + len(after)
        and specifier.startswith(before)
        and specifier.endswith(after)
    )
    return specifier[len(before) : len(specifier) - len(after)] if fits else None


def package_name(specifier: str) -> str:
    """`@acme/ui/button` -> `@acme/ui`; `node:fs` stays."""
    parts = specifier.split("/")
    return "/".join(parts[:2]) if specifier.startswith("@") else parts[0]
