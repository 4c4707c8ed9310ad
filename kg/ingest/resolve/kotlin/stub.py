"""Signatures of Kotlin libraries: a compact file, read into the same facts as source, without uids.

In: `stdlib.stub.gz`, made by `make_stub.py` from the standard library's sources jar. Out: one
`KotlinFacts` a package. Functions and classes are opened when the resolver first asks for their name.
"""

import gzip
import json
from functools import cache
from importlib.resources import files
from typing import Any

from kg.schema.ids import Uid
from kg.schema.kotlin import (
    KotlinAlias,
    KotlinClass,
    KotlinFacts,
    KotlinFunction,
    KotlinParameter,
    KotlinProperty,
    KotlinType,
)

_NOWHERE = Uid("")
_FLAGS = {
    "a": "abstract", "o": "operator", "i": "inline", "x": "infix", "n": "inner", "d": "data", "p": "protected",
    "e": "enum", "v": "value", "c": "const", "s": "suspend", "f": "fun", "r": "override", "l": "lateinit",
}  # fmt: skip
"""Letters of modifiers that decide something."""
LETTERS = {word: letter for letter, word in _FLAGS.items()}


@cache
def stdlib() -> tuple[tuple[KotlinFacts, ...], dict[str, str]]:
    """The standard library, and the Java classes its own names stand for (`java.util.ArrayList`)."""
    packed = files("kg.ingest.resolve.kotlin").joinpath("stdlib.stub.gz").read_bytes()
    found = json.loads(gzip.decompress(packed))
    return tuple(_package(name, each) for name, each in found["packages"].items()), found["java"]


def _package(name: str, found: dict[str, Any]) -> KotlinFacts:
    return KotlinFacts(
        package=name,
        source_root="",
        facade="",
        imports=(),
        packages=tuple(found["imports"]),
        classes=tuple(_class(each) for each in found["classes"]),
        functions=tuple(function(each) for each in found["functions"]),
        properties=tuple(_property(each) for each in found["properties"]),
        aliases=tuple(KotlinAlias(name, tuple(names), type_(of)) for name, names, of in found["aliases"]),
        initializer=None,
    )


def type_(of: Any) -> KotlinType:
    """Lists of JSON as tuples."""
    if isinstance(of, str):
        return of
    head, arguments = of
    return (head, tuple([None if each is None else type_(each) for each in arguments]))


def _parameters(found: list[Any]) -> tuple[tuple[str, tuple[KotlinType, ...]], ...]:
    return tuple((name, tuple(map(type_, bounds))) for name, bounds in found)


def _modifiers(letters: str) -> frozenset[str]:
    return frozenset([_FLAGS[letter] for letter in letters])


def function(found: list[Any]) -> KotlinFunction:
    name, letters, variables, receiver, parameters, result = found
    return KotlinFunction(
        uid=_NOWHERE,
        name=name,
        type_parameters=_parameters(variables),
        receiver=None if receiver is None else type_(receiver),
        parameters=tuple(
            [KotlinParameter(name, type_(of), "?" in flags, "*" in flags) for name, of, flags in parameters]
        ),
        result=None if result is None else type_(result),
        modifiers=_modifiers(letters),
        annotations=(),
        jvm_name="",
        row=0,
        has_body="a" not in letters,
        is_expression=False,
        body=None,
    )


def _property(found: list[Any]) -> KotlinProperty:
    name, letters, variables, receiver, of = found
    return KotlinProperty(
        name=name,
        type_parameters=_parameters(variables),
        receiver=None if receiver is None else type_(receiver),
        type=None if of is None else type_(of),
        value=None,
        delegate=None,
        getter=None,
        setter=None,
        mutable=False,
        modifiers=_modifiers(letters),
        annotations=(),
    )


def _class(found: list[Any]) -> KotlinClass:
    (
        name,
        form,
        outer,
        letters,
        variables,
        supertypes,
        primary,
        constructors,
        functions,
        properties,
        entries,
    ) = found
    return KotlinClass(
        uid=_NOWHERE,
        qualified_name=name,
        name=name.rpartition(".")[2],
        form=form,
        outer=outer,
        member=True,
        companion="K" in letters,
        modifiers=_modifiers(letters.replace("K", "")),
        annotations=(),
        type_parameters=_parameters(variables),
        supertypes=tuple(map(type_, supertypes)),
        primary=None if primary is None else function(primary),
        constructors=tuple(map(function, constructors)),
        functions=tuple(map(function, functions)),
        properties=tuple(map(_property, properties)),
        entries=tuple(entries),
        initializer=None,
    )
