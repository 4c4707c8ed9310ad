"""What names of a Python file stand for by its imports, and expressions as dotted names. Pure."""

from collections.abc import Container

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.names import absolute, package_of
from kg.ingest.parse.python.walk import OpenScope, Walk


class Imported:
    """Names by import, of whatever scope: two imports of one name are rare, and mean the same."""

    def __init__(self, walk: Walk, path: str) -> None:
        self._names: dict[str, str] = {}
        package = package_of(path)
        for scope in walk.scopes:
            for name, bound in scope.bindings.items():
                for kind, *_, value, extra in bound:
                    if kind == BindingKind.MODULE:
                        self._names.setdefault(name, value if extra else name)
                    elif kind == BindingKind.MEMBER:
                        self._names.setdefault(name, f"{absolute(value, package)}.{extra}")

    def qualified(self, name: str) -> str:
        """What an imported name stands for; empty for one that is not imported."""
        return self._names.get(name, "")

    def dotted(self, value: Expr) -> str:
        """`settings.X` as `django.conf.settings.X`; as written where its first name is not imported."""
        written = dotted(value)
        first, dot, rest = written.partition(".")
        return f"{self._names.get(first, first)}{dot}{rest}"

    def made_by(self, walk: Walk, classes: Container[str]) -> set[str]:
        """Names of the module that are objects of one of these classes."""
        return {
            name
            for name, bound in walk.scopes[0].bindings.items()
            if bound[0][0] == BindingKind.VALUE
            and (made := bound[0][6]) is not None
            and made[0] == facts.CALL
            and self.dotted(made[1]) in classes
        }


def dotted(value: Expr) -> str:
    """An expression that is names and dots, as written; else empty."""
    if value is None:
        return ""
    if value[0] == facts.NAME:
        return str(value[1])
    if value[0] == facts.ATTRIBUTE:
        owner = dotted(value[1])
        return f"{owner}.{value[2]}" if owner else ""
    return ""


def constant_text(walk: Walk, scope: OpenScope, key: Expr) -> str:
    """A string as written, or the one string a name of this scope or module stands for."""
    if key is None:
        return ""
    if key[0] == facts.CONSTANT:
        return key[2] if isinstance(key[2], str) else ""
    if key[0] != facts.NAME:
        return ""
    for place in (scope, walk.scopes[0]):
        bound = place.bindings.get(key[1], [])
        if len(bound) == 1 and bound[0][0] == BindingKind.VALUE and bound[0][6] is not None:
            value = bound[0][6]
            return str(value[2]) if value[0] == facts.CONSTANT and isinstance(value[2], str) else ""
    return ""
