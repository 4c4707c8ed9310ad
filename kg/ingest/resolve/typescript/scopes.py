"""What a name stands for: in scopes from the inside out, through imports, re-exports and barrels.

Values and types are looked up apart, as the language does: a class is both, an interface only a type.
"""

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from kg.ingest.resolve.typescript.modules import Modules, package_name
from kg.ingest.resolve.typescript.program import ClassDecl, File, Program
from kg.ingest.resolve.typescript.types import External, Space
from kg.schema import typescript as ts
from kg.schema.typescript import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

Declaration: TypeAlias = tuple[Any, ...]
"""Its first item says what follows."""

VALUES = frozenset(
    (ts.VARIABLE, ts.PARAMETER, ts.FUNCTIONS, ts.CLASSES, ts.ENUM, ts.NAMESPACE, ts.IMPORTED, ts.LOCAL_ALIAS)
)
TYPES = frozenset(
    (ts.CLASSES, ts.ALIAS, ts.ENUM, ts.TYPE_PARAMETER, ts.NAMESPACE, ts.IMPORTED, ts.LOCAL_ALIAS)
)
_DEEPEST = 25
"""Re-exports that are followed in a row."""


class Named(NamedTuple):
    """The declarations of a name in one scope that fit."""

    file: File
    scope: int
    declarations: tuple[Declaration, ...]


class Given(NamedTuple):
    """A value that is exported without a name."""

    file: File
    scope: int
    value: Value


Found: TypeAlias = Named | Given | Space | External | None


class Scopes:
    def __init__(self, program: Program, modules: Modules) -> None:
        self.program = program
        self.modules = modules
        self._exports: dict[tuple[int, str, bool], Found] = {}
        self._globals: dict[tuple[str, bool], Found] = {}
        self._merge_globals()

    def _merge_globals(self) -> None:
        """A global interface that is declared again (`declare global`) gets the members of each."""
        first: dict[str, ClassDecl] = {}
        for file, scope in reversed(self.program.globals):
            for name, declared in file.facts.scopes[scope].names.items():
                for each in declared:
                    if each[0] == ts.CLASSES and name in first:
                        first[name].merge(file, each[1])
                    elif each[0] == ts.CLASSES:
                        first[name] = file.decl(each[1])

    def look_up(self, file: File, scope: int, name: str, as_type: bool) -> Found:
        """What a name stands for where it is used; an import is followed."""
        wanted = TYPES if as_type else VALUES
        scopes = file.facts.scopes
        while scope >= 0:
            here = scopes[scope]
            declared = here.names.get(name)
            if declared is not None:
                fitting = tuple(d for d in declared if d[0] in wanted and _fits(file, d, as_type))
                if fitting:
                    return self._followed(Named(file, scope, fitting), as_type)
            scope = here.parent
        return self.global_named(name, as_type)

    def global_named(self, name: str, as_type: bool) -> Found:
        """What every file sees: scripts without imports, `declare global`, the library."""
        key = (name, as_type)
        if key not in self._globals:
            self._globals[key] = self._global(name, TYPES if as_type else VALUES, as_type)
        return self._globals[key]

    def _global(self, name: str, wanted: frozenset[int], as_type: bool) -> Found:
        for file, scope in self.program.globals:
            declared = file.facts.scopes[scope].names.get(name, ())
            fitting = tuple(d for d in declared if d[0] in wanted and _fits(file, d, as_type))
            if fitting:
                return Named(file, scope, fitting)
        return None

    def _followed(self, found: Named, as_type: bool, depth: int = 0) -> Found:
        first = found.declarations[0]
        if first[0] == ts.IMPORTED:
            local = tuple(d for d in found.declarations if d[0] != ts.IMPORTED)
            return self.imported(found.file, first[1], first[2], as_type, depth) or (
                Named(found.file, found.scope, local) if local else None
            )
        if first[0] == ts.LOCAL_ALIAS:
            return self.path(found.file, found.scope, first[1], as_type)
        return found

    def path(self, file: File, scope: int, names: "Iterable[str]", as_type: bool) -> Found:
        """`a.b.C`: all but the last are namespaces."""
        found: Found = None
        parts = tuple(names)
        for index, name in enumerate(parts):
            last = as_type and index == len(parts) - 1
            if index == 0:
                found = self.look_up(file, scope, name, last)
                if found is None and len(parts) > 1:
                    found = self.look_up(file, scope, name, True)
            else:
                found = self.inside(found, name, last)
        return found

    def inside(self, found: Found, name: str, as_type: bool) -> Found:
        """A name inside a module or namespace."""
        if isinstance(found, External):
            return found.inner(name)
        if isinstance(found, Space):
            if found.scope == 0:
                return self.exported(found.file, name, as_type)
            return self._in_scope(found.file, found.scope, name, as_type)
        if isinstance(found, Named):
            for declaration in found.declarations:
                if declaration[0] == ts.NAMESPACE:
                    inner = self._in_scope(found.file, declaration[1], name, as_type)
                    if inner is not None:
                        return inner
        return None

    def _in_scope(self, file: File, scope: int, name: str, as_type: bool) -> Found:
        wanted = TYPES if as_type else VALUES
        declared = file.facts.scopes[scope].names.get(name, ())
        fitting = tuple(d for d in declared if d[0] in wanted and _fits(file, d, as_type))
        return self._followed(Named(file, scope, fitting), as_type) if fitting else None

    def imported(self, file: File, module: str, name: str, as_type: bool, depth: int = 0) -> Found:
        """What `import { name } from "module"` brings."""
        target = self.modules.resolve(file, module)
        if target is None:
            ambient = self.program.ambient.get(module)
            if ambient is not None:
                return self._ambient(ambient, module, name, as_type)
            return External(package_name(module), "" if name in ("*", "=") else name)
        if name == "*":
            return self.exported(target, "=", as_type, depth + 1) or Space(target)
        if name in ("default", "="):
            found = self.exported(target, "=", as_type, depth + 1)
            if name == "=":
                return found or Space(target)
            return self.exported(target, "default", as_type, depth + 1) or found
        return self.exported(target, name, as_type, depth + 1)

    def _ambient(self, ambient: tuple[File, int], module: str, name: str, as_type: bool) -> Found:
        file, scope = ambient
        if name in ("*", "=", "default"):
            whole = self._in_scope(file, scope, "=", as_type)
            return whole or self._in_scope(file, scope, name, as_type) or Space(file, scope)
        return self._in_scope(file, scope, name, as_type) or External(package_name(module), name)

    def exported(self, file: File, name: str, as_type: bool, depth: int = 0) -> Found:
        """What a file exports under a name; barrels are looked into."""
        key = (id(file), name, as_type)
        if key in self._exports:
            return self._exports[key]
        if depth > _DEEPEST:
            return None
        self._exports[key] = None  # a circle of re-exports finds nothing
        found = self._exported(file, name, as_type, depth)
        self._exports[key] = found
        return found

    def _exported(self, file: File, name: str, as_type: bool, depth: int) -> Found:
        for entry in file.exports.get(name, ()):
            found = self._entry(file, entry, as_type, depth)
            if found is not None:
                return found
        if name in ("default", "="):
            return None
        external: Found = None
        for module in file.stars:
            target = self.modules.resolve(file, module)
            if target is None:
                external = External(package_name(module), name)
                continue
            found = self.exported(target, name, as_type, depth + 1)
            if isinstance(found, External):
                external = found
            elif found is not None:
                return found
        if external is None and "=" in file.exports:
            whole = self.exported(file, "=", as_type, depth + 1)
            return self.inside(whole, name, as_type)
        return external

    def _entry(self, file: File, entry: tuple[Any, ...], as_type: bool, depth: int) -> Found:
        form = entry[0]
        if form == ts.LOCAL:
            return self._in_scope(file, 0, entry[2], as_type)
        if form == ts.VALUE:
            return self._given(file, entry[2], entry[3], as_type)
        if form == ts.FROM:
            return self.imported(file, entry[2], entry[3], as_type, depth + 1)
        return self.imported(file, entry[2], "*", as_type, depth + 1)

    def _given(self, file: File, scope: int, value: Value, as_type: bool) -> Found:
        """A name given is that name: `export default Pay` exports the type too."""
        if value is not None and value[0] == ts.NAME:
            found = self.look_up(file, scope, value[1], as_type)
            if found is not None:
                return found
        if value is not None and value[0] == ts.REQUIRE:
            return self.imported(file, value[1], "=", as_type)
        return Given(file, scope, value)


def _fits(file: File, declaration: Declaration, as_type: bool) -> bool:
    """An interface is no value."""
    if as_type or declaration[0] != ts.CLASSES:
        return True
    return bool(file.facts.classes[declaration[1]].form != "interface")
