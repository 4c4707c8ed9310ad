"""The packages of a repository: their names, and what the imports of each file bring in. Pure."""

from collections.abc import Callable, Sequence

from kg.ingest.resolve.go.builds import is_usual
from kg.ingest.resolve.go.declared import Declared, Entry, SourceFunction, Variable
from kg.ingest.resolve.go.modules import Modules, guessed_root
from kg.ingest.resolve.go.packages import Package, SourceFile
from kg.ingest.resolve.go.standard import standard_package
from kg.ingest.resolve.go.types import NAMED, Maybe
from kg.schema.go import GoFacts, GoModule, GoTypeDeclaration


class World:
    """Everything of one repository that a name can mean."""

    def __init__(
        self, files: Sequence[GoFacts], modules: Sequence[GoModule], typed: Callable[[Variable], Maybe]
    ) -> None:
        """`typed` reads what a variable is given, as bodies are read."""
        self.modules = Modules(modules, "" if modules else root_of(files))
        self.packages: dict[tuple[str, str], Package] = {}
        self.files: list[SourceFile] = []
        for facts in files:
            package = self.packages.setdefault(
                (facts.folder, facts.package), Package(facts.folder, facts.package)
            )
            file = SourceFile(facts, package, self.modules, typed)
            package.files.append(file)
            self.files.append(file)
        self._by_folder: dict[str, list[Package]] = {}
        for package in self.packages.values():
            self._by_folder.setdefault(package.folder, []).append(package)
        for file in self.files:
            self._declare(file)
            self._import(file)
        for file in self.files:
            self._define_functions(file)

    def _declare(self, file: SourceFile) -> None:
        constraint = file.facts.constraint
        for declaration in file.facts.types:
            file.types.append(self._declared(file, declaration))
            if not declaration.local:
                file.package.add(declaration.name, file.types[-1], constraint)
        for line in file.facts.variables:
            for index, name in enumerate(line.names):
                file.package.add(name, Variable(line, index, file), constraint)

    def _declared(self, file: SourceFile, declaration: GoTypeDeclaration) -> Declared:
        return Declared(declaration, file, file.environment)

    def _define_functions(self, file: SourceFile) -> None:
        constraint = file.facts.constraint
        for facts in file.facts.functions:
            receiver = file.package.find(facts.receiver, constraint) if facts.receiver else None
            owner = _receiver(receiver)
            function = SourceFunction(facts, file, owner)
            file.functions.append(function)
            if not facts.receiver:
                if facts.name not in ("init", "_"):
                    file.package.add(facts.name, function, constraint)
            elif owner is not None and (facts.name not in owner.methods or is_usual(constraint)):
                owner.methods[facts.name] = function
                file.package.add(f"{facts.receiver}.{facts.name}", function, constraint)

    def _import(self, file: SourceFile) -> None:
        for name, path in file.facts.imports:
            found = self._package_at(path, file)
            if name == "_":
                continue
            if isinstance(found, Package):
                if name == ".":
                    file.dots.append(found)
                else:
                    file.imports[name or found.name] = found
            elif name == ".":
                file.outside_dots.append(path)
            elif name:
                file.imports[name] = path
            else:
                for guess in names_of(path):
                    file.imports.setdefault(guess, path)

    def _package_at(self, path: str, file: SourceFile) -> Package | str:
        place = self.modules.place(path, file.facts.folder)
        found = self._by_folder.get(place.folder, []) if place is not None else []
        usable = [each for each in found if not each.name.endswith("_test")]
        if not usable or place is None:
            return standard_package(path) or path
        package = max(usable, key=_rank)
        if not place.certain:
            file.uncertain.add(package)
        return package


def root_of(files: Sequence[GoFacts]) -> str:
    """The import path of a repository without any module."""
    return guessed_root((path for each in files for _, path in each.imports), {each.folder for each in files})


def _rank(package: Package) -> tuple[bool, int]:
    """Of several packages in a folder the library is meant, not a script that is built alone."""
    always = sum(is_usual(file.facts.constraint) for file in package.files)
    return package.name != "main", always


def _receiver(entry: Entry | None) -> Declared | None:
    """The type whose method it is; an alias stands for another."""
    if not isinstance(entry, Declared):
        return None
    if entry.facts.alias:
        target = entry.type()
        return target[1] if target is not None and target[0] == NAMED else None
    return entry


def names_of(path: str) -> list[str]:
    """What a package may be called whose import says only its path: `gopkg.in/yaml.v3` is `yaml`."""
    parts = path.split("/")
    last = parts[-1]
    if len(parts) > 1 and last[:1] == "v" and last[1:].isdigit():
        last = parts[-2]
    stem, _, version = last.rpartition(".v")
    last = stem if stem and version.isdigit() else last
    plain = last.removeprefix("go-").removesuffix("-go").removesuffix(".go")
    return list(
        dict.fromkeys(
            (last, plain, plain.replace("-", ""), plain.replace("-", "_"), plain.rpartition("-")[2])
        )
    )
