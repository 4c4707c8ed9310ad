"""Keys of beans, for resolving again: a file that asks for a bean of a type rests on all beans of it.

`@acme.Repo` is every bean that is an `acme.Repo`, each file's own under the same key; `@` alone are the
stereotypes of the source, which every file with annotated classes rests on.
"""

from collections.abc import Iterator

from kg.ingest.resolve.java.beans import Bean, is_stereotype
from kg.ingest.resolve.java.types import Klass, Type, view
from kg.ingest.resolve.java.world import SourceFile

_KEY = "@"


def beans_read(file: SourceFile) -> Iterator[str]:
    yield from (_KEY + name for name in file.beans)
    if any(each.annotations for each in file.facts.classes):
        yield _KEY


def beans_provided(file: SourceFile) -> dict[str, bytes]:
    """What each key says of this file's beans."""
    told: dict[str, list[str]] = {}
    for klass in file.klasses.values():
        if is_stereotype(klass):
            told.setdefault(_KEY, []).append(klass.facts.name)
        for bean in file.world.beans.of_class(klass):
            for each in bean.types():
                told.setdefault(_KEY + each.name, []).append(_told(bean, each))
    return {key: "\n".join(lines).encode("utf-8", "surrogatepass") for key, lines in told.items()}


def _told(bean: Bean, of: Klass) -> str:
    flags = f"{bean.primary}{bean.conditional}{bean.in_tests}"
    return f"{bean.klass.facts.uid} {_text(view(bean.of, of))} {bean.names} {flags}"


def _text(of: Type | None) -> str:
    """With its arguments: they decide what it fits."""
    return "?" if of is None else f"{of[0].name}<{','.join(map(_text, of[1]))}>"
