"""What a call on rows is made on, followed from name to name: `app.Order.objects.filter().lines`.

In: the dotted receiver of a usage of Python. Out: the model whose rows it concerns, whether they are one row or
several, and the calls on the way. A path begins at a class that imports lead to, or at `self` in a class that
is a model; it goes on along relations that models declare, from either side. Pure.
"""

from dataclasses import dataclass, field

from kg.ingest.resolve.data.django import contributed_table
from kg.ingest.resolve.data.world import Data, Entity
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.models import Model
from kg.schema.usages import Usage

MANAGERS = ("objects", "_default_manager", "_base_manager", "query")
_ONE = frozenset((
    "get", "first", "last", "create", "latest", "earliest", "get_or_404", "first_or_404", "one", "one_or_none", "aget",
    "afirst", "acreate",
))  # fmt: skip
"""Calls that give one row."""
_OWN = ("self", "cls", "super()")
"""What means another class in each class."""
_DEEPEST = 3


@dataclass(slots=True)
class Rows:
    """Rows of a model."""

    uid: Uid
    """The model's class."""
    several: bool = False
    """Whether a manager or relation gives them: what may be asked for rows."""
    named: bool = True
    """Whether the code names the class; else its own file or a relation tells."""
    calls: set[str] = field(default_factory=set)
    before: tuple["Rows", ...] = ()
    """Rows of other models that are asked for on the way."""


class RowPaths:
    """Reads receivers of usages."""

    def __init__(self, found: Data) -> None:
        self._found = found
        self._models: dict[tuple[str, str], Model | None] = {}
        self._rows: dict[tuple[str, str], Rows | None] = {}
        self._got = {
            (usage.source, usage.to): uid
            for _, usage in found.world.usages("get_model")
            if usage.to and (uid := self._labelled(usage)) is not None
        }
        self._of_source = {*_OWN, *(name for _, name in self._got)}

    def rows(self, on: str, facts: Facts, source: Uid) -> Rows | None:
        """The rows that a receiver stands for; None where nothing says so."""
        first = on.partition(".")[0]
        asked = (on, source if first in self._of_source else facts.file.path)
        if asked not in self._rows:
            self._rows[asked] = self._followed(on, facts, source)
        return self._rows[asked]

    def _followed(self, on: str, facts: Facts, source: Uid) -> Rows | None:
        parts = on.split(".")
        rows, at = self._start(parts, facts, source)
        for part in parts[at:]:
            if rows is None:
                return None
            rows = self._step(rows, part)
        return rows

    def model(self, name: str, facts: Facts) -> Model | None:
        """The mapped class that a file means by a name."""
        key = (name, facts.file.path)
        if key not in self._models:
            names = self._found.models.names
            model = names.below(name) or names.model(name, facts) or self._contributed(name, facts)
            self._models[key] = model if model is not None and model.uid in self._found.entities else None
        return self._models[key]

    def _contributed(self, name: str, facts: Facts) -> Model | None:
        """A model that comes with Django itself: its table follows from its app."""
        for path in (name, *self._found.models.names.absolute(name, facts)):
            parts = path.split(".")
            if len(parts) == 5 and parts[:2] == ["django", "contrib"] and parts[3] == "models":
                uid = Uid(path)
                self._found.entities.setdefault(
                    uid, Entity(uid, parts[4], contributed_table(parts[2], parts[4]))
                )
                return Model(uid, parts[4], path, (), (), (), 0, 0)
        return None

    def _start(self, parts: list[str], facts: Facts, source: Uid) -> tuple[Rows | None, int]:
        user = self._user(parts)
        if user is not None:
            return user
        if parts[0] in _OWN:
            uid = self._own(source)
            return (Rows(uid, named=False) if uid else None), 1
        if (source, parts[0]) in self._got:
            return Rows(self._got[source, parts[0]]), 1
        for at, part in enumerate(parts, 1):
            bare = part.removesuffix("[]")
            if (
                bare[:1].isupper()
                and (model := self.model(".".join((*parts[: at - 1], bare)), facts)) is not None
            ):
                return Rows(model.uid), at
            if part.endswith("()"):
                break
        return None, 0

    def _user(self, parts: list[str]) -> tuple[Rows, int] | None:
        """`request.user`, which Django makes one of the class that the settings name."""
        at = parts.index("request", 0, 2) + 1 if "request" in parts[:2] else 0
        if at and parts[at : at + 1] == ["user"]:
            label, _, name = self._found.apps.user.rpartition(".")
            uid = self._found.labelled.get((label, name.lower()))
            return (Rows(uid, named=False), at + 1) if uid else None
        return None

    def _labelled(self, usage: Usage) -> Uid | None:
        """The model of `apps.get_model("orders", "Order")`, `get_model("orders.Order")`."""
        told = [value for _, value in usage.arguments if isinstance(value, str)]
        label, _, name = ".".join(told).rpartition(".")
        return self._found.labelled.get((label, name.lower()))

    def _own(self, source: Uid) -> Uid | None:
        """The model whose class a method stands in."""
        uid = str(source)
        for _ in range(_DEEPEST):
            if self._entity(Uid(uid)) is not None:
                return Uid(uid)
            uid = uid.rpartition(".")[0]
        return None

    def _entity(self, uid: Uid) -> Entity | None:
        return self._found.entities.get(uid) or self._found.abstract.get(uid)

    def _step(self, rows: Rows, part: str) -> Rows | None:
        name = part.removesuffix("[]").removesuffix("()")
        if part.endswith("[]"):
            inner = self._step(rows, part.removesuffix("[]")) if part != "[]" else rows
            return None if inner is None else Rows(inner.uid, False, False, inner.calls, inner.before)
        if part.endswith("()"):
            if not rows.several:
                return None
            return Rows(rows.uid, name not in _ONE, rows.named, {*rows.calls, name}, rows.before)
        if name in MANAGERS:
            return Rows(rows.uid, True, True, rows.calls)
        entity = self._entity(rows.uid)
        target = entity.targets.get(name) if entity else None
        if target is None or target not in self._found.entities:
            return None
        return Rows(target, True, False, before=(*rows.before, rows) if rows.calls else rows.before)
