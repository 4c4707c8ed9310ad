"""Which resolver ties together the calls of which languages. A flat table; knows no language itself.

In: the facts of all files, and the stubs of what they depend on. Out: one `Resolution` for each resolver that has files. A resolver is
imported when the first file of its language is there, so a Java shop loads no Go.
"""

from collections.abc import Callable, Sequence
from importlib import import_module

from kg.schema.facts import Facts, Resolution

Resolver = Callable[..., Resolution]
"""Takes the files; one of `_READS_STUBS` the stubs too."""

_RESOLVERS: tuple[tuple[frozenset[str], str, str], ...] = (
    (frozenset({"java"}), "kg.ingest.resolve.java", "resolve_java"),
    (frozenset({"go", "go.mod"}), "kg.ingest.resolve.go", "resolve_go"),
    (frozenset({"python"}), "kg.ingest.resolve.python", "resolve_python"),
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

_READS_STUBS = frozenset({"resolve_java"})


def resolve_calls(files: Sequence[Facts], stubs: Sequence[str]) -> tuple[Resolution, ...]:
    """What the code of all files calls, extends and overrides; `stubs` as in `kg.ingest.stubs`. Pure."""
    found = []
    for languages, module, function in _RESOLVERS:
        own = [one for one in files if one.file.language in languages]
        if own:
            resolver: Resolver = getattr(import_module(module), function)
            found.append(resolver(own, stubs) if function in _READS_STUBS else resolver(own))
    return tuple(found)
