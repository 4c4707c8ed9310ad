"""Marks entry points that one file alone does not tell. Pure.

In: the facts of all files. Out: the same facts, in which methods that nothing in the code needs to call say
why: constructors of classes that something finds by name (`reflective`), functions that are installed as a
command (`main`), and methods whose class says that a framework calls them. What is an entry already stays.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kg.schema.facts import Artifact, Facts
from kg.schema.reflective import Named
from kg.schema.vocabulary import Form, Kind

REFLECTIVE = "reflective"
_RUNNERS = re.compile(r"\b(?:CommandLineRunner|ApplicationRunner)\b")
_LISTENER = re.compile(r"\bApplicationListener<")
_BEAN = re.compile(r"\b(?:Bi)?(?:Consumer|Function)<")
_CALLERS = frozenset(
    {
        "org.springframework.boot.CommandLineRunner", "org.springframework.boot.ApplicationRunner",
        "org.springframework.boot.*", "org.springframework.context.ApplicationListener",
        "org.springframework.context.*", "java.util.function.Consumer", "java.util.function.Function",
        "java.util.function.*",
    }
)  # fmt: skip
"""Imports of a file in which a class or a bean may be called by its framework."""
_COMMANDS = "/management/commands/"
_JVM = frozenset({"java", "kotlin"})


def with_entries(files: Sequence[Facts]) -> list[Facts]:
    """The facts with the entries that other files, or the class around a method, make."""
    named = dict(_named(files))
    packages = frozenset(prefix for name in named for prefix in _prefixes(name))
    return [_marked(facts, named, packages) for facts in files]


def _prefixes(name: str) -> Iterator[str]:
    """`a.b.C` is in `a.b`, or nested in a class of `a`."""
    while name:
        name = name.rpartition(".")[0]
        yield name


def _named(files: Iterable[Facts]) -> Iterator[tuple[str, str]]:
    """Qualified names, with what they are; `$` of a nested class is a dot in our names."""
    for facts in files:
        for record in facts.found:
            if isinstance(record, Named):
                yield from ((name.replace("$", ".").replace(":", "."), record.entry) for name in record.names)
        for usage in facts.usages:
            if usage.name == "forName" and usage.on.endswith("Class") and usage.arguments:
                first = usage.arguments[0][1]
                if isinstance(first, str):
                    yield first.replace("$", "."), REFLECTIVE


def _marked(facts: Facts, named: dict[str, str], packages: frozenset[str]) -> Facts:
    entries = dict(_entries(facts, named, packages))
    if not entries:
        return facts
    marked = (
        replace(a, entry=entries[a.uid]) if a.uid in entries and not a.entry else a for a in facts.artifacts
    )
    return replace(facts, artifacts=tuple(marked))


def _entries(facts: Facts, named: dict[str, str], packages: frozenset[str]) -> Iterator[tuple[str, str]]:
    if facts.file.language in _JVM:
        is_called = not _CALLERS.isdisjoint(facts.file.imports)
        for owner in facts.artifacts if is_called or facts.file.package in packages else ():
            if owner.kind is Kind.CLASS and (is_called or owner.qualified_name in named):
                yield from _of_class(facts, owner, named)
        for bean in facts.artifacts if is_called else ():
            if "Bean" in bean.annotations and _BEAN.search(bean.signature):
                yield bean.uid, "listener"
    elif facts.file.language == "python":
        for function in facts.artifacts if named or _COMMANDS in facts.file.path else ():
            if function.kind == Kind.METHOD:
                entry = _of_function(function, named)
                if entry:
                    yield function.uid, entry


def _of_class(facts: Facts, owner: Artifact, named: dict[str, str]) -> Iterator[tuple[str, str]]:
    inside = f"{owner.uid}#"
    runs, hears = _RUNNERS.search(owner.signature), _LISTENER.search(owner.signature)
    for method in facts.artifacts if owner.qualified_name in named or runs or hears else ():
        if not method.uid.startswith(inside):
            continue
        if method.form == Form.CONSTRUCTOR and owner.qualified_name in named:
            yield method.uid, named[owner.qualified_name]
        elif runs and method.name == "run":
            yield method.uid, "main"
        elif hears and method.name == "onApplicationEvent":
            yield method.uid, "listener"


def _of_function(function: Artifact, named: dict[str, str]) -> str:
    """A function that is installed, below whatever root its sources have; a command of Django."""
    name = function.qualified_name
    while name:
        if name in named:
            return named[name]
        name = name.partition(".")[2]
    return "main" if function.name == "handle" and _COMMANDS in function.path else ""
