"""The files as declarations: classes (merged where a name is declared twice), functions, scopes.

In: the facts of all files and the bundled library. Out: a `Program` to look things up in. Resolves no
name and no type.
"""

from collections.abc import Iterable
from typing import Any

from kg.ingest.resolve.typescript.types import TypeParam
from kg.schema import typescript as ts
from kg.schema.typescript import PackageFacts, ProjectFacts, TsClass, TsFacts, TsFunction, TsMethod, Value


class FunctionDecl:
    """A function in its file."""

    __slots__ = ("_free", "facts", "file", "index")

    def __init__(self, file: "File", index: int) -> None:
        self.file = file
        self.index = index
        self.facts: TsFunction = file.facts.functions[index]
        self._free: tuple[TypeParam, ...] | None = None

    @property
    def free(self) -> tuple[TypeParam, ...]:
        """The type parameters around it, which its types may name."""
        if self._free is None:
            self._free = self.file.around(self.file.facts.scopes[self.facts.scope].parent)
        return self._free


class ClassDecl:
    """A class, interface, enum or object type; `parts` are the declarations that make it up."""

    __slots__ = ("_free", "file", "is_anonymous", "memory", "params", "parts", "this")

    def __init__(self, file: "File", index: int) -> None:
        self.file = file
        facts = file.facts.classes[index]
        self.parts: list[tuple[File, TsClass]] = [(file, facts)]
        self.is_anonymous = (
            not facts.uid and not file.is_library and facts.form == "type"
        ) or facts.form == "type"
        self.params: list[list[TypeParam]] = [file.type_params(facts.scope, facts.type_parameters)]
        self.this = TypeParam(file, facts.scope, "this", None, None)
        self.this.this_of = self
        self.memory: dict[tuple[str, bool], object] = {}
        self._free: tuple[TypeParam, ...] | None = None

    @property
    def free(self) -> tuple[TypeParam, ...]:
        """The type parameters around it, which its members may name."""
        if self._free is None:
            self._free = self.file.around(self.facts.outer_scope)
        return self._free

    @property
    def facts(self) -> TsClass:
        return self.parts[0][1]

    @property
    def name(self) -> str:
        return self.facts.name

    def merge(self, file: "File", index: int) -> None:
        """Another declaration of the same name adds its members."""
        facts = file.facts.classes[index]
        if any(part is facts for _, part in self.parts):
            return
        entry, params = (file, facts), file.type_params(facts.scope, facts.type_parameters)
        place = 0 if facts.form == "class" else len(self.parts)
        self.parts.insert(place, entry)
        self.params.insert(place, params)
        file.classes[index] = self


class File:
    """One file's facts and the declarations made from them on demand."""

    def __init__(self, facts: TsFacts, is_library: bool = False) -> None:
        self.facts = facts
        self.path = facts.path
        self.is_library = is_library
        self.classes: dict[int, ClassDecl] = {}
        self.functions: dict[int, FunctionDecl] = {}
        self.params: dict[tuple[int, str], TypeParam] = {}
        self._around: dict[int, tuple[TypeParam, ...]] = {}
        self._class_scopes = {
            each.scope: index
            for index, each in enumerate(facts.classes)
            if each.form in ("class", "interface")
        }
        self.exports: dict[str, list[tuple[Any, ...]]] = {}
        self.stars: list[str] = []
        for entry in facts.exports:
            if entry[0] == ts.ALL:
                self.stars.append(entry[1])
            else:
                self.exports.setdefault(entry[1], []).append(entry)
        self.narrowed = frozenset(
            name
            for scope in facts.scopes
            for name, found in scope.names.items()
            if found[0][0] == ts.NARROWED
        )
        """Names, dotted ones too, that some condition tells of."""
        self.dotted = frozenset(name for name in self.narrowed if "." in name)
        self.statics: dict[str, dict[str, tuple[int, Value]]] = {}
        """`Name.member = value`, by name and member."""
        self.prototypes: dict[str, dict[str, tuple[int, Value]]] = {}
        for scope, target, name, value in facts.expandos:
            self._expando(scope, target, name, value)

    def _expando(self, scope: int, target: Value, name: str, value: Value) -> None:
        if target is None:
            return
        if target[0] == ts.NAME:
            self.statics.setdefault(target[1], {}).setdefault(name, (scope, value))
        elif (
            target[0] == ts.MEMBER
            and target[2] == "prototype"
            and target[1] is not None
            and target[1][0] == ts.NAME
        ):
            self.prototypes.setdefault(target[1][1], {}).setdefault(name, (scope, value))

    def around(self, scope: int) -> tuple[TypeParam, ...]:
        """All type parameters, and the `this` of each class, that are seen from a scope."""
        if scope < 0:
            return ()
        found = self._around.get(scope)
        if found is None:
            here = self.facts.scopes[scope]
            own = [
                self.type_param(scope, name) for name, d in here.names.items() if d[0][0] == ts.TYPE_PARAMETER
            ]
            index = self._class_scopes.get(scope)
            if index is not None:
                own.append(self.decl(index).this)
            found = self._around[scope] = (*own, *self.around(here.parent))
        return found

    def decl(self, index: int) -> ClassDecl:
        found = self.classes.get(index)
        if found is None:
            found = self.classes[index] = ClassDecl(self, index)
        return found

    def fn(self, index: int) -> FunctionDecl:
        found = self.functions.get(index)
        if found is None:
            found = self.functions[index] = FunctionDecl(self, index)
        return found

    def fns(self, method: TsMethod) -> tuple[FunctionDecl, ...]:
        return tuple(self.fn(index) for index in method.functions)

    def type_params(self, scope: int, names: Iterable[str]) -> list[TypeParam]:
        return [self.type_param(scope, name) for name in names]

    def type_param(self, scope: int, name: str) -> TypeParam:
        found = self.params.get((scope, name))
        if found is None:
            declared = self.facts.scopes[scope].names.get(name, ())
            said = next((d for d in declared if d[0] == ts.TYPE_PARAMETER), (0, None, None))
            found = self.params[(scope, name)] = TypeParam(self, scope, name, said[1], said[2])
        return found


class Program:
    """All files by path, what packages and projects say, and what is everybody's."""

    def __init__(self, codes: Iterable[object], library: Iterable[TsFacts]) -> None:
        self.files: dict[str, File] = {}
        self.packages: list[PackageFacts] = []
        self.projects: dict[str, ProjectFacts] = {}
        self.ambient: dict[str, tuple[File, int]] = {}
        self.globals: list[tuple[File, int]] = []
        for code in codes:
            if isinstance(code, TsFacts):
                self._add(File(code))
            elif isinstance(code, PackageFacts):
                self.packages.append(code)
            elif isinstance(code, ProjectFacts):
                self.projects[code.path] = code
        self.library = [File(facts, is_library=True) for facts in library]
        for file in self.library:
            self._share(file)

    def _add(self, file: File) -> None:
        self.files[file.path] = file
        self._share(file)

    def _share(self, file: File) -> None:
        for module, scope in file.facts.ambient:
            self.ambient.setdefault(module, (file, scope))
        if not file.facts.is_module:
            self.globals.append((file, 0))
        if file.facts.global_scope >= 0:
            self.globals.append((file, file.facts.global_scope))
