"""Which bindings of a name reach a use: the scopes around it, and what happened before it.

In a use's own scope time counts: the last binding that certainly happened hides earlier ones. From
another scope a name is what its scope leaves it as. Pure.
"""

from collections.abc import Sequence

from kg.ingest.parse.python.facts import EVERYWHERE, Binding
from kg.ingest.resolve.python.values import Class, Module, Place


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


def visible(place: Place, name: str, position: int) -> tuple[Module | None, list[Binding]]:
    """The bindings of a name as seen from a place; none where no scope of the file binds it."""
    scope: Place | None = place
    while scope is not None:
        bindings = scope.scope.bindings.get(name)
        if bindings is not None and (scope is place or not isinstance(scope, Class)):
            found = reaching(bindings, position)
            if not found:
                found = [binding for binding in bindings if not binding.private]
            if found:
                return scope.module, found
        position = EVERYWHERE
        scope = scope.parent
    return None, []


def enclosing_class(place: Place) -> Class | None:
    """The class whose method a place is in."""
    scope: Place | None = place
    while scope is not None:
        if isinstance(scope.parent, Class) and not isinstance(scope, Class):
            return scope.parent
        scope = scope.parent
    return None
