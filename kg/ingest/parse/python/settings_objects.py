"""Settings that Python code reads as attributes: `settings.X` of Django, dynaconf, and a project's own.

Out: reads of `django.conf.settings` and of objects that dynaconf makes here; and reads through an imported
name or what an imported function gives, which count where another file says that it gives settings
(`KeyRead.through`). `settings_objects` tells those: an object made by dynaconf, a class that hands what it
does not have to the settings, and a function that makes one.
"""

from collections.abc import Iterator

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.imported import Imported, constant_text
from kg.ingest.parse.python.names import module_name
from kg.ingest.parse.python.settings_modules import is_settings_module
from kg.ingest.parse.python.walk import OpenScope, Walk
from kg.schema.facts import KeyRead
from kg.schema.settings import SettingsObject

_DJANGO = "django.conf.settings"
_GIVEN = frozenset((_DJANGO, "dynaconf.settings"))
_MAKERS = frozenset(("dynaconf.Dynaconf", "dynaconf.LazySettings"))
_BY_NAME = frozenset(("getattr", "hasattr"))
_WORDS = ("config", "setting", "conf", "env")
"""A name that has none of these is not asked about in other files: there are too many."""


def object_reads(walk: Walk, imported: Imported, path: str) -> Iterator[KeyRead]:
    """Attributes that are settings, or may be."""
    given = _GIVEN | imported.made_by(walk, _MAKERS)
    in_settings = is_settings_module(path)
    for scope in walk.scopes:
        for owner, key, line in _asked_by_name(walk, scope):
            name = imported.dotted(owner)
            if name in given or (in_settings and _speaks(name)):
                yield KeyRead(scope.uid, key, line - scope.line)
        for access in scope.accesses:
            if access is None or not access[2].isupper():
                continue
            if imported.dotted(access[1]) in given:
                yield KeyRead(scope.uid, access[2], access[3] - scope.line)
            elif through := _through(scope, access[1], imported):
                yield KeyRead(scope.uid, access[2], access[3] - scope.line, through=through)


def settings_objects(walk: Walk, imported: Imported, path: str) -> tuple[SettingsObject, ...]:
    """What of this file gives settings to others."""
    proxies = {scope.parent.name for scope in walk.scopes if scope.parent and _hands_on(scope, imported)}
    givers = {scope.name for scope in walk.scopes if proxies and _gives(walk, scope, proxies)}
    names = imported.made_by(walk, _MAKERS) | proxies | givers
    return tuple(SettingsObject(f"{module_name(path)}.{name}") for name in sorted(names))


def _gives(walk: Walk, scope: OpenScope, proxies: set[str]) -> bool:
    """Whether it is a function of the module that makes an object of one of these classes for who calls it."""
    is_function = scope.form == "function" and scope.parent is walk.scopes[0]
    return is_function and any(
        call is not None and call[1] is not None and call[1][0] == facts.NAME and call[1][1] in proxies
        for call in scope.calls
    )


def _hands_on(scope: OpenScope, imported: Imported) -> bool:
    """Whether it is a `__getattr__` that asks the settings for what it is asked for."""
    return scope.name == "__getattr__" and any(
        call is not None
        and call[1] is not None
        and call[1][:2] == (facts.NAME, "getattr")
        and call[2]
        and imported.dotted(call[2][0]) in _GIVEN
        for call in scope.calls
    )


def _asked_by_name(walk: Walk, scope: OpenScope) -> Iterator[tuple[Expr, str, int]]:
    """`getattr(settings, "X", default)`: of what, the name, the line."""
    for call in scope.calls:
        if call is None or call[1] is None or call[1][0] != facts.NAME or call[1][1] not in _BY_NAME:
            continue
        key = constant_text(walk, scope, call[2][1]) if len(call[2]) > 1 else ""
        if key.isupper():
            yield call[2][0], key, call[4]


def _through(scope: OpenScope, owner: Expr, imported: Imported) -> str:
    """The imported name behind an owner: its own, or of the function that gave it."""
    if owner is None:
        return ""
    if owner[0] == facts.CALL:
        return _through(scope, owner[1], imported) if not owner[2] else ""
    if owner[0] != facts.NAME or not _speaks(owner[1]):
        return ""
    for place in _around(scope):
        bound = place.bindings.get(owner[1], [])
        value = bound[0][6] if len(bound) == 1 and bound[0][0] == BindingKind.VALUE else None
        if value is not None and value[0] == facts.CALL and not value[2] and value[1] is not None:
            return imported.qualified(value[1][1]) if value[1][0] == facts.NAME else ""
    return imported.qualified(owner[1])


def _around(scope: OpenScope) -> Iterator[OpenScope]:
    """A scope and those around it."""
    place: OpenScope | None = scope
    while place is not None:
        yield place
        place = place.parent


def _speaks(name: str) -> bool:
    return any(word in name.lower() for word in _WORDS)
