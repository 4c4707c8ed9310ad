"""The standard library as types to pass through: packages made from `std.stub.gz` (see `StdStub.go`).

They have no uid, so nothing is tied to them: a call of one stays open as external, under its full name.
A package is made when the first import asks for it, and kept for the life of the process.
"""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from kg.ingest.resolve.go.declared import Declared, SourceFunction, Variable
from kg.ingest.resolve.go.modules import Modules
from kg.ingest.resolve.go.packages import Package, SourceFile
from kg.ingest.resolve.go.types import Maybe
from kg.schema.go import GoFacts, GoFunction, GoType, GoTypeDeclaration, GoVariables
from kg.schema.ids import Uid

_STUB = Path(__file__).parent / "std.stub.gz"
_NOBODY = Uid("")


@cache
def standard_package(path: str) -> Package | None:
    """The package of an import path, if it is one of the standard library."""
    line = _lines().get(path)
    if line is None:
        return None
    name, _, written = line.partition("\t")
    package = Package(path, name)
    package.is_outside = True
    file = _StandardFile(_facts(path, name, json.loads(written)), package, Modules(()), _type_of)
    package.files.append(file)
    _fill(package, file)
    return package


@cache
def _lines() -> dict[str, str]:
    text = gzip.decompress(_STUB.read_bytes()).decode()
    return {path: rest for path, _, rest in (line.partition("\t") for line in text.splitlines())}


class _StandardFile(SourceFile):
    """Names of packages are their paths, and every package is there."""

    __slots__ = ()

    def package_named(self, name: str) -> Package | str | None:
        return standard_package(name) or name


def _type_of(variable: Variable) -> Maybe:
    return variable.file.environment.type(variable.facts.type or "")


def _fill(package: Package, file: SourceFile) -> None:
    for declaration in file.facts.types:
        declared = Declared(declaration, file, file.environment)
        file.types.append(declared)
        package.add(declaration.name, declared, "")
    for facts in file.facts.functions:
        owner = package.find(facts.receiver, "") if facts.receiver else None
        function = SourceFunction(facts, file, owner if isinstance(owner, Declared) else None)
        if isinstance(owner, Declared):
            owner.methods[facts.name] = function
        else:
            package.add(facts.name, function, "")
    for line in file.facts.variables:
        package.add(line.names[0], Variable(line, 0, file), "")


def _facts(path: str, name: str, written: dict[str, list[Any]]) -> GoFacts:
    types, functions = [], []
    for type_name, alias, parameters, of, methods in written["types"]:
        types.append(GoTypeDeclaration(_NOBODY, type_name, alias, False, _parameters(parameters), _type(of)))
        functions += [_function(each, type_name, receiver, of, []) for each, receiver, of in methods]
    functions += [_function(each, "", [], of, parameters) for each, parameters, of in written["functions"]]
    variables = tuple(GoVariables((each,), _type(of), ()) for each, of in written["variables"])
    return GoFacts(
        path=path,
        folder=path,
        package=name,
        constraint="",
        is_test=False,
        imports=(),
        types=tuple(types),
        functions=tuple(functions),
        variables=variables,
        initializer=None,
        initializer_row=0,
    )


def _function(name: str, receiver: str, names: list[str], of: Any, parameters: list[Any]) -> GoFunction:
    return GoFunction(
        uid=_NOBODY,
        name=name,
        receiver=receiver,
        by_pointer=True,
        receiver_name="",
        receiver_parameters=tuple(names),
        type_parameters=_parameters(parameters),
        type=_type(of),
        parameter_names=(),
        result_names=(),
        row=0,
        body=None,
    )


def _parameters(written: list[Any]) -> tuple[tuple[str, GoType], ...]:
    return tuple((name, _type(constraint)) for name, constraint in written)


def _type(written: Any) -> Any:
    """Lists of JSON as the tuples that types are."""
    return tuple([_type(each) for each in written]) if isinstance(written, list) else written
