"""Makes `stdlib.stub.gz` from the sources jar of kotlin-stdlib: public signatures only.

    mvn dependency:copy -Dartifact=org.jetbrains.kotlin:kotlin-stdlib:VERSION:jar:sources -DoutputDirectory=.
    python -m kg.ingest.resolve.kotlin.make_stub kotlin-stdlib-VERSION-sources.jar

Uses the adapter that reads source. Of what is declared twice (`expect` and `actual`) the common one
stays. Left out: what is private, unsigned and rare arrays (they are two thirds of the library), and
packages that only the compiler calls.
"""

import gzip
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

from kg.ingest.parse.kotlin import parse_kotlin
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.kotlin.stub import LETTERS
from kg.schema.kotlin import KotlinClass, KotlinFacts, KotlinFunction, KotlinProperty, KotlinType

_PACKAGES = frozenset(
    {
        "kotlin", "kotlin.annotation", "kotlin.collections", "kotlin.comparisons", "kotlin.concurrent",
        "kotlin.coroutines", "kotlin.enums", "kotlin.io", "kotlin.io.path", "kotlin.jvm", "kotlin.math",
        "kotlin.properties", "kotlin.random", "kotlin.ranges", "kotlin.reflect", "kotlin.reflect.jvm",
        "kotlin.sequences", "kotlin.system", "kotlin.text", "kotlin.time", "kotlin.io.encoding", "kotlin.uuid",
    }
)  # fmt: skip
_JAVA = re.compile(r"\bactual typealias (\w+)(?:<[^>]*>)? = (java[\w.]+)")
"""From the text: the grammar reads some of them, annotated on the same line, as an expression."""
_HIDDEN = frozenset({"private", "internal"})
_RARE = frozenset(
    {
        "ShortArray", "FloatArray", "DoubleArray", "BooleanArray", "UByteArray", "UShortArray", "UIntArray",
        "ULongArray",
    }
)  # fmt: skip


class _Package:
    """What is gathered of one package."""

    def __init__(self) -> None:
        self.imports: dict[str, None] = {}
        self.classes: list[Any] = []
        self.functions: dict[str, Any] = {}
        self.properties: dict[str, Any] = {}
        self.aliases: dict[str, Any] = {}
        self.names: dict[str, int] = {}
        """Index of a class by its name."""

    def add(self, facts: KotlinFacts) -> None:
        self.imports |= dict.fromkeys(facts.packages) | dict.fromkeys(name for name, _ in facts.imports)
        for function in facts.functions:
            if _is_kept(function) and not function.modifiers & _HIDDEN:
                found = _function(function)
                self.functions.setdefault(
                    json.dumps([found[0], found[3], [(p[1], "*" in p[2]) for p in found[4]]]), found
                )
        for each in facts.properties:
            if not each.modifiers & _HIDDEN and each.receiver not in _RARE:
                self.properties.setdefault(json.dumps([each.name, each.receiver]), _property(each))
        for alias in facts.aliases:
            self.aliases[alias.name] = [alias.name, alias.type_parameters, alias.type]
        self._add_classes(facts)

    def _add_classes(self, facts: KotlinFacts) -> None:
        index: dict[int, int] = {-1: -1}
        for i, each in enumerate(facts.classes):
            hidden = each.modifiers & _HIDDEN or each.name in _RARE or not each.member
            if hidden or each.outer not in index or each.qualified_name in self.names:
                continue
            index[i] = self.names[each.qualified_name] = len(self.classes)
            self.classes.append(_class(each, index[each.outer]))

    def data(self) -> dict[str, Any]:
        return {
            "imports": list(self.imports),
            "classes": self.classes,
            "functions": list(self.functions.values()),
            "properties": list(self.properties.values()),
            "aliases": [each for each in self.aliases.values() if each[0] not in self._simple()],
        }

    def _simple(self) -> set[str]:
        return {name.rpartition(".")[2] for name in self.names}


def _is_kept(function: KotlinFunction) -> bool:
    types = [function.receiver, *(each.type for each in function.parameters)]
    return not any(isinstance(of, str) and of in _RARE for of in map(_plain, types))


def _plain(of: KotlinType | None) -> KotlinType | None:
    return of[1][0] if isinstance(of, tuple) and of[0] == "?" else of


def _letters(modifiers: frozenset[str]) -> str:
    return "".join(sorted(LETTERS[word] for word in modifiers if word in LETTERS))


def _function(each: KotlinFunction) -> list[Any]:
    parameters = [
        [one.name, one.type, ("?" if one.optional else "") + ("*" if one.vararg else "")]
        for one in each.parameters
    ]
    letters = _letters(each.modifiers)
    return [each.name, letters, each.type_parameters, each.receiver, parameters, each.result]


def _property(each: KotlinProperty) -> list[Any]:
    of = each.type or (each.getter.result if each.getter else None)
    return [each.name, _letters(each.modifiers), each.type_parameters, each.receiver, of]


def _class(each: KotlinClass, outer: int) -> list[Any]:
    is_interface = each.form == "interface"
    functions = [_function(one) for one in each.functions if not one.modifiers & _HIDDEN]
    if is_interface:
        written = [one for one in each.functions if not one.modifiers & _HIDDEN]
        for found, one in zip(functions, written, strict=True):
            found[1] += "" if one.has_body or "a" in found[1] else "a"
    return [
        each.qualified_name,
        each.form,
        outer,
        _letters(each.modifiers) + ("K" if each.companion else ""),
        each.type_parameters,
        each.supertypes,
        None if each.primary is None or each.primary.modifiers & _HIDDEN else _function(each.primary),
        [_function(one) for one in each.constructors if not one.modifiers & _HIDDEN],
        functions,
        [_property(one) for one in each.properties if not one.modifiers & _HIDDEN],
        each.entries,
    ]


def main() -> None:
    packages: dict[str, _Package] = {}
    java: dict[str, str] = {}
    with zipfile.ZipFile(sys.argv[1]) as jar:
        names = sorted(name for name in jar.namelist() if name.endswith(".kt"))
        for name in sorted(names, key=lambda each: not each.startswith("commonMain")):
            text = jar.read(name).decode("utf-8")
            facts = parse_kotlin(Unit("kotlin", name, "", text, "utf-8", "kotlin")).code
            if facts.package in _PACKAGES:
                java |= {of: f"{facts.package}.{alias}" for alias, of in _JAVA.findall(text)}
                packages.setdefault(facts.package, _Package()).add(facts)
    found = {
        "packages": {name: each.data() for name, each in sorted(packages.items())},
        "java": dict(sorted(java.items())),
    }
    packed = gzip.compress(json.dumps(found, separators=(",", ":")).encode("utf-8"), 9, mtime=0)
    Path(__file__).with_name("stdlib.stub.gz").write_bytes(packed)
    sys.stdout.write(f"{sum(len(each.classes) for each in packages.values())} classes, ")
    sys.stdout.write(
        f"{sum(len(each.functions) for each in packages.values())} functions, {len(packed)} bytes\n"
    )


if __name__ == "__main__":
    main()
