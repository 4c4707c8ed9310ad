"""What a call is made on: the class that a variable is made from where the file says so.

In: a callee as the walk read it. Out: a dotted name with imports followed (`httpx.AsyncClient`,
`app.models.Order.objects.filter()`); a name that says nothing stays as written. Follows no other file.
"""

from typing import Any

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.names import absolute
from kg.ingest.parse.python.walk import OpenScope, Walk

_DEEPEST = 8
_IMPORTERS = (".import_string",)
"""Functions that give what a path in a text names: `import_string("shop.jobs.Nightly")`."""
_TEXT = (facts.CONSTANT, "builtins.str")
_WRAPPERS = ("Annotated", "Optional")


class Owners:
    """Of one file, when its walk is over."""

    def __init__(self, walk: Walk, package: str) -> None:
        self._walk = walk
        self._package = package
        self._fields: dict[int, dict[str, tuple[OpenScope, Expr]]] = {}

    def module_of(self, scope: OpenScope, name: str) -> str:
        """Where a bare name is imported from; empty for one that is not."""
        bound = _binding(scope, name, facts.EVERYWHERE)
        if bound is not None and bound[1][0] == BindingKind.MEMBER:
            return absolute(bound[1][6], self._package)
        return ""

    def owner(self, scope: OpenScope, value: Expr, deep: int = _DEEPEST) -> str:
        """The class of a value, or its name in full."""
        if value is None or deep == 0:
            return ""
        tag = value[0]
        if tag == facts.NAME:
            return self._name(scope, value, deep)
        if tag == facts.ATTRIBUTE:
            return self._attribute(scope, value, deep)
        if tag == facts.CALL:
            return self._made(scope, value, deep)
        if tag == facts.SUBSCRIPT:
            found = self.owner(scope, value[1], deep - 1)
            return f"{found}[]" if found else ""
        if tag == facts.EITHER:
            return next((found for each in value[1] if (found := self.owner(scope, each, deep - 1))), "")
        return ""

    def _made(self, scope: OpenScope, call: Expr, deep: int) -> str:
        """A call of what looks like a class gives one of it; what is imported by its path is that."""
        assert call is not None
        found = self.owner(scope, call[1], deep - 1)
        if not found:
            return ""
        if found.endswith(_IMPORTERS) and call[2]:
            path = call[2][0]
            return str(path[2]) if path is not None and path[:2] == _TEXT and path[2] else f"{found}()"
        return found if found.rpartition(".")[2].lstrip("_")[:1].isupper() else f"{found}()"

    def _name(self, scope: OpenScope, name: Expr, deep: int) -> str:
        assert name is not None
        bound = _binding(scope, name[1], name[2])
        if bound is None:
            return str(name[1])
        return self._bound(*bound, deep) or str(name[1])

    def _bound(self, where: OpenScope, binding: list[Any], deep: int) -> str:
        kind, told, extra = binding[0], binding[6], binding[7]
        if kind == BindingKind.MODULE:
            return str(told) if extra == "alias" else ""
        if kind == BindingKind.MEMBER:
            module = absolute(str(told), self._package)
            return f"{module}.{extra}" if module else str(extra)
        if kind == BindingKind.DEFINITION:
            return str(self._walk.scopes[told].qualified_name)
        if kind in (BindingKind.ANNOTATED, BindingKind.PARAMETER):
            return self._annotated(where, told, deep)
        if kind in (BindingKind.VALUE, BindingKind.CONTEXT) and extra == ():
            value: Expr = told
            return self.owner(where, value, deep - 1)
        if kind == BindingKind.ELEMENT and extra == ():
            found = self.owner(where, told, deep - 1)
            return f"{found}[]" if found else ""
        return ""

    def _annotated(self, scope: OpenScope, written: Expr, deep: int) -> str:
        """`Annotated[Session, …]`, `Session | None` are a Session."""
        if written is None:
            return ""
        if written[0] == facts.UNION:
            return self._annotated(scope, written[1], deep)
        if written[0] == facts.SUBSCRIPT:
            if self.owner(scope, written[1], deep).rpartition(".")[2] in _WRAPPERS:
                inner = written[2]
                first = inner[2][0] if inner is not None and inner[0] == facts.SEQUENCE else inner
                return self._annotated(scope, first, deep)
            return self.owner(scope, written[1], deep - 1)
        return self.owner(scope, written, deep - 1) if written[0] in (facts.NAME, facts.ATTRIBUTE) else ""

    def _attribute(self, scope: OpenScope, value: Expr, deep: int) -> str:
        assert value is not None
        owner, name = value[1], value[2]
        if owner is not None and owner[:2] in ((facts.NAME, "self"), (facts.NAME, "cls")):
            return self._field(scope, name, deep) or f"{owner[1]}.{name}"
        found = self.owner(scope, owner, deep - 1)
        return f"{found}.{name}" if found else ""

    def _field(self, scope: OpenScope, name: str, deep: int) -> str:
        holder: OpenScope | None = scope
        while holder is not None and holder.form != "class":
            holder = holder.parent
        if holder is None:
            return ""
        bound = holder.bindings.get(name)
        if bound and bound[-1][0] != BindingKind.DEFINITION:
            return self._bound(holder, bound[-1], deep - 1)
        where, value = self._fields_of(holder).get(name, (holder, None))
        return self.owner(where, value, deep - 1)

    def _fields_of(self, holder: OpenScope) -> dict[str, tuple[OpenScope, Expr]]:
        """What methods of a class give its `self`, the first of each."""
        if holder.number not in self._fields:
            found: dict[str, tuple[OpenScope, Expr]] = {}
            for scope in self._walk.scopes:
                for bound in scope.attributes if scope.parent is holder else ():
                    if bound.object is not None and bound.object[:2] == (facts.NAME, "self"):
                        found.setdefault(bound.attribute, (scope, bound.annotation or bound.value))
            self._fields[holder.number] = found
        return self._fields[holder.number]


def written(value: Expr) -> str:
    """A callee as it is written, calls in it without what they are given."""
    if value is None:
        return ""
    if value[0] == facts.NAME:
        return str(value[1])
    if value[0] == facts.ATTRIBUTE:
        owner = written(value[1])
        return f"{owner}.{value[2]}" if owner else ""
    if value[0] == facts.CALL:
        owner = written(value[1])
        return f"{owner}()" if owner else ""
    if value[0] == facts.SUBSCRIPT:
        owner = written(value[1])
        return f"{owner}[]" if owner else ""
    return ""


def _binding(scope: OpenScope, name: str, position: int) -> tuple[OpenScope, list[Any]] | None:
    """How a name got its value where it is used, and in which scope: the last way before that."""
    place: OpenScope | None = scope
    while place is not None:
        found = place.bindings.get(name)
        if found and (place is scope or place.form != "class"):
            before = [bound for bound in found if bound[1] <= position] if place is scope else []
            return place, (before or found)[-1]
        place = place.parent
    return None
