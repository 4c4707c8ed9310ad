"""Configuration keys that Python code reads from the environment and from libraries that read it.

`os.environ["X"]`, `os.getenv("X")`, `env.str("X")` of environs and django-environ, `config("X")` of decouple,
Flask's `current_app.config["X"]`; a function of the module that hands its parameter to one of these reads
the key it is called with. A key may be a constant of the module. The fields of a pydantic-settings class
count too; objects whose attributes are settings are for `settings_objects`.
"""

from collections.abc import Iterator

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import Expr
from kg.ingest.parse.python.imported import Imported, constant_text, dotted
from kg.ingest.parse.python.settings_class import field_reads
from kg.ingest.parse.python.settings_objects import object_reads
from kg.ingest.parse.python.walk import OpenScope, Walk
from kg.schema.facts import KeyRead

_READERS = frozenset(
    (
        "os.getenv",
        "os.environ.get",
        "os.environ.pop",
        "os.environ.setdefault",
        "decouple.config",
        "flask.current_app.config.get",
    )
)
_MAPS = frozenset(("os.environ", "flask.current_app.config"))
_OBJECTS = frozenset(
    ("environ.Env", "environs.Env", "decouple.AutoConfig", "decouple.Config", "starlette.config.Config")
)
"""Classes whose objects are called with a key, or have methods that are."""
_WORDS = (b"environ", b"getenv", b"decouple", b"current_app", b"starlette.config")
"""A file that has none of these reads no key by a call."""
_OTHER_METHODS = frozenset(("read_env", "read_envfile", "seal", "prefixed", "dump", "smart_cast"))


def key_reads(walk: Walk, imported: Imported, path: str) -> tuple[KeyRead, ...]:
    found = [read for scope in walk.scopes for read in field_reads(scope)]
    if any(word in walk.source for word in _WORDS):
        found += _asked_reads(walk, imported)
    found += object_reads(walk, imported, path)
    return tuple(dict.fromkeys(found))


def _asked_reads(walk: Walk, imported: Imported) -> Iterator[KeyRead]:
    """What calls and subscripts ask for."""
    readers = _readers(walk, imported)
    for scope in walk.scopes:
        for call in scope.calls:
            place = None if call is None else _reads(imported, readers, call)
            if call is not None and place is not None and len(call[2]) > place:
                yield from _read(walk, scope, call[2][place], call[4])
        for container, index, line in scope.subscripts:
            if container is not None and imported.dotted(container) in _MAPS:
                yield from _read(walk, scope, index, line)


def _readers(walk: Walk, imported: Imported) -> dict[str, int]:
    """Names of the module that read a key: objects of libraries, and functions that hand on a parameter."""
    found = dict.fromkeys(imported.made_by(walk, _OBJECTS), 0)
    for scope in walk.scopes:
        if scope.form == "function" and scope.parent is walk.scopes[0]:
            for key in _keys_in(scope, imported):
                if key is not None and key[0] == facts.NAME and key[1] in scope.parameters:
                    found[scope.name] = scope.parameters.index(key[1])
    return found


def _keys_in(scope: OpenScope, imported: Imported) -> Iterator[Expr]:
    """The keys that a function reads, as it writes them."""
    for call in scope.calls:
        if call is not None and call[2] and imported.dotted(call[1]) in _READERS:
            yield call[2][0]
    for container, index, _ in scope.subscripts:
        if imported.dotted(container) in _MAPS:
            yield index


def _reads(imported: Imported, readers: dict[str, int], call: tuple[object, ...]) -> int | None:
    """Which argument of a call is the key; None where it reads none."""
    callee: Expr = call[1]  # type: ignore[assignment] # a call's second item is what is called
    name = imported.dotted(callee)
    if name in _READERS:
        return 0
    first, _, method = dotted(callee).partition(".")
    if first not in readers or "." in method or method in _OTHER_METHODS:
        return None
    return readers[first]


def _read(walk: Walk, scope: OpenScope, key: Expr, line: int) -> list[KeyRead]:
    """A key by its text, or by the constant of another module that has it."""
    text = constant_text(walk, scope, key)
    if text:
        return [KeyRead(scope.uid, text, line - scope.line)]
    name = dotted(key)
    is_constant = name.rpartition(".")[2].isupper()
    return [KeyRead(scope.uid, "", line - scope.line, constant=name)] if is_constant else []
