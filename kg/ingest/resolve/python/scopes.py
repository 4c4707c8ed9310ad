"""Which bindings of a name reach a use: the scopes around it, and what happened before it.

In a use's own scope time counts: the last binding that certainly happened hides earlier ones. From
another scope a name is what its scope leaves it as. Pure.
"""

from collections.abc import Sequence

from kg.ingest.parse.python.facts import EVERYWHERE, NAME, Binding, Expr
from kg.ingest.resolve.python.values import Class, Place


def reaching(bindings: Sequence[Binding], position: int) -> list[Binding]:
    """The bindings that may give a name its value at a time, the latest first."""
    found: list[Binding] = []
    for binding in reversed(bindings):
        if binding.position > position:
            if binding.loop != -1 and binding.loop <= position and not binding.private:
                found.append(binding)  # the next turn of a loop sees it
        elif position <= binding.end:
            found.append(binding)
            break
        elif not binding.private:
            found.append(binding)
    hidden = [b for b in bindings if b.position == 0 and b.end == 0 and b not in found]
    return found + hidden


def visible(place: Place, name: str, position: int) -> tuple[Place | None, list[Binding]]:
    """The scope that binds a name as seen from a place, and its bindings; none where no scope does."""
    scope: Place | None = place
    while scope is not None:
        bindings = scope.scope.bindings.get(name)
        if bindings is not None and (scope is place or not isinstance(scope, Class)):
            found = reaching(bindings, position)
            if not found:
                found = [binding for binding in bindings if not binding.private]
            if found:
                return scope, found
        position = EVERYWHERE
        scope = scope.parent
    return None, []


def binder(place: Place, name: str) -> Place | None:
    """The scope that binds a name, whenever."""
    return visible(place, name, EVERYWHERE)[0]


def self_class(place: Place, owner: Expr) -> Class | None:
    """The class whose object a name is because it is the first parameter of a method around."""
    if owner is None or owner[0] != NAME:
        return None
    scope: Place | None = place
    while scope is not None:
        if isinstance(scope.parent, Class) and scope.scope.parameters[:1] == (owner[1],):
            return scope.parent
        if owner[1] in scope.scope.bindings:
            return None
        scope = scope.parent
    return None


def enclosing_class(place: Place) -> Class | None:
    """The class whose method a place is in."""
    scope: Place | None = place
    while scope is not None:
        if isinstance(scope.parent, Class) and not isinstance(scope, Class):
            return scope.parent
        scope = scope.parent
    return None
