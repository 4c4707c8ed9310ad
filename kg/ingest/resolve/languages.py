"""Which resolver ties together the calls of which languages. A flat table; knows no language itself.

In: the facts of all files, the stubs of what they depend on, and what is kept of an earlier resolution.
Out: one `Resolution` for each resolver that has files, and what to keep. A resolver is imported when the
first file of its language is there, so a Java shop loads no Go.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from kg.ingest.collector import collected_apart
from kg.ingest.resolve.again import Again, digest_of, resolve_whole
from kg.ingest.resolve.kept import Kept, Known
from kg.schema.facts import Facts, Resolution

Resolver = Callable[..., Resolution]
"""Takes the files; one of `_READS_STUBS` the stubs too."""

_RESOLVERS: tuple[tuple[frozenset[str], str, str], ...] = (
    (frozenset({"java", "kotlin"}), "kg.ingest.resolve.jvm", "resolve_jvm"),
    (frozenset({"go", "go.mod"}), "kg.ingest.resolve.go", "resolve_go"),
    (frozenset({"python", "notebook"}), "kg.ingest.resolve.python", "resolve_python"),
    (
        frozenset({"typescript", "javascript", "npm", "tsconfig"}),
        "kg.ingest.resolve.typescript",
        "resolve_typescript",
    ),
    *(
        (languages, "kg.ingest.resolve.candidates", "resolve_candidates")
        for languages in (
            frozenset({"c", "c++"}),
            frozenset({"c#"}),
            frozenset({"php"}),
            frozenset({"ruby"}),
            frozenset({"rust"}),
            frozenset({"scala"}),
        )
    ),
)
"""Languages that see each other's names share a resolver: it gets the files of all of them."""

_READS_STUBS = frozenset({"resolve_jvm"})

_AGAIN: Mapping[frozenset[str], tuple[str, str]] = {
    frozenset({"java"}): ("kg.ingest.resolve.java.tracked", "resolve_java_again"),
    **dict.fromkeys(
        map(frozenset, (("python",), ("notebook",), ("python", "notebook"))),
        ("kg.ingest.resolve.python.tracked", "resolve_python_again"),
    ),
    **dict.fromkeys(
        map(frozenset, (("go",), ("go.mod",), ("go", "go.mod"))),
        ("kg.ingest.resolve.go.tracked", "resolve_go_again"),
    ),
}
"""Who can say what each file rests on, by the languages that are there. What is not here is resolved as
a whole when any file of it has changed."""


@dataclass(frozen=True, slots=True)
class Calls:
    """What the code of all files calls, and what that rests on."""

    resolutions: tuple[Resolution, ...]
    known: Mapping[str, Known]
    """To be given again next time; by resolver."""
    resolved: int
    """Files that were resolved now; the others are as they were kept."""
    opened: Mapping[Kept, Resolution]
    """All that is kept, unpacked."""


def resolve_calls(
    files: Sequence[Facts],
    stubs: Sequence[str],
    known: Mapping[str, Known],
    opened: Mapping[Kept, Resolution],
) -> Calls:
    """What the code of all files calls, extends and overrides; `stubs` as in `kg.ingest.stubs`. What is
    `opened` of what is known need not be unpacked again. Pure."""
    found: dict[str, Again] = {}
    for languages, module, function in _RESOLVERS:
        own = [one for one in files if one.file.language in languages]
        if own:
            given = (stubs,) if function in _READS_STUBS else ()
            there = frozenset(one.file.language for one in own)
            name = "\0".join((function, *sorted(languages), *(digest_of(each) for each in given)))
            resolver = (module, function)
            with collected_apart():
                found[name] = _resolved(own, given, resolver, _AGAIN.get(there), known.get(name, {}))
    unpacked = {kept: one for again in found.values() for kept, one in again.opened(opened).items()}
    return Calls(
        tuple(again.resolution(unpacked) for again in found.values()),
        {name: again.kept for name, again in found.items()},
        sum(len(again.resolved) for again in found.values()),
        unpacked,
    )


_Named = tuple[str, str]
"""A module, and what is meant in it."""


def _resolved(
    files: Sequence[Facts],
    given: Sequence[Sequence[str]],
    resolver: _Named,
    again: _Named | None,
    known: Known,
) -> Again:
    if again is None:
        resolve: Resolver = _imported(resolver)
        return resolve_whole(lambda: resolve(files, *given), files, known)
    resolve_again: Callable[..., Again] = _imported(again)
    return resolve_again(files, known, *given)


def _imported(named: _Named) -> Any:
    module, name = named
    return getattr(import_module(module), name)
