"""What other files see of a Go file: its declarations, without the bodies of functions and without places.

In: a file of the world. Out: digests, and the packages that its declarations speak of. A body that changes, or a
line that moves, leaves the face as it is. What a package-level variable is given belongs to it where no type is
written. Types that are declared in bodies are no part of it; they may implement interfaces. Pure.
"""

import re
from dataclasses import dataclass
from typing import Any

from kg.ingest.resolve.go.packages import Package, SourceFile
from kg.ingest.resolve.kept import number_of
from kg.schema.go import CALL, CLOSURE, VALUE, GoFacts, GoFunction, GoTypeDeclaration

_PLACED = (CALL, VALUE)
"""Forms of code with a row and a column."""
_WORDS = re.compile(r"'([\w.]+)'")


@dataclass(frozen=True, slots=True)
class Face:
    """As one file shows it."""

    digest: int
    local: int
    """Of the types in its bodies, with these bodies; 0 for none."""
    packages: frozenset[int]
    """Keys of the packages of the repository that it speaks of."""


def key_of(package: Package) -> int:
    """The key of a package of the repository."""
    return number_of(f"{package.folder} {package.name}")


def imported(file: SourceFile) -> set[Package]:
    """The packages of the repository that a file sees by a name of its own."""
    return _here([*file.imports.values(), *file.dots])


def face_of(file: SourceFile) -> Face:
    declared = repr(_declared(file.facts))
    named = {name: file.imports[name] for name in _names(declared) if name in file.imports}
    meant = sorted((name, _told(each)) for name, each in named.items())
    dots = [*map(_told, file.dots), *file.outside_dots]
    seen = _here([*named.values(), *file.dots])
    digest = number_of(f"{declared} {meant} {dots}")
    return Face(digest, _local(file), frozenset(map(key_of, seen)))


def has_local_types(facts: GoFacts) -> bool:
    return any(each.local for each in facts.types)


def _names(declared: str) -> set[str]:
    """The words of declarations, among them all that may be a package's: `price` of `price.Price`."""
    words = set(_WORDS.findall(declared))
    return words | {word.rpartition(".")[0] for word in words}


def _here(found: list[Package | str]) -> set[Package]:
    return {each for each in found if isinstance(each, Package) and not each.is_outside}


def _told(found: Package | str) -> str:
    return f"{found.folder} {found.name}" if isinstance(found, Package) else found


def _declared(facts: GoFacts) -> tuple[Any, ...]:
    functions = [_function(each) for each in facts.functions]
    variables = [(v.names, v.type, () if v.type else _shown(v.values)) for v in facts.variables]
    types = [_type(each) for each in facts.types if not each.local]
    return (facts.folder, facts.package, facts.constraint, functions, variables, types)


def _function(one: GoFunction) -> tuple[Any, ...]:
    named = (one.uid, one.name, one.receiver, one.by_pointer)
    return (*named, one.receiver_parameters, one.type_parameters, one.type)


def _type(one: GoTypeDeclaration) -> tuple[Any, ...]:
    return (one.uid, one.name, one.alias, one.type_parameters, one.type)


def _local(file: SourceFile) -> int:
    """All code of a file that declares types in its bodies, and what its imports mean."""
    facts = file.facts
    if not has_local_types(facts):
        return 0
    bodies = [
        _shown(each, True)
        for each in (*(f.body for f in facts.functions), *(v.values for v in facts.variables))
    ]
    imports = sorted((name, _told(each)) for name, each in file.imports.items())
    return number_of(repr(([_type(each) for each in facts.types if each.local], bodies, imports)))


def _shown(code: Any, bodies: bool = False) -> Any:
    """Code or a part of it, without rows and columns; the body of a literal says nothing about its type."""
    if not isinstance(code, tuple) or not code:
        return code
    if code[0] in _PLACED:
        code = (code[0], *code[3:])
    elif code[0] == CLOSURE and not bodies:
        return code[:2]
    return tuple([_shown(each, bodies) for each in code])
