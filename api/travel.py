"""Time travel: every root field that reads takes `snapshot` (a number), `pinned` (the name of a pin) or `line`.

Added to the fields here, once, and read by `api.pinned` before anything runs: a request reads one snapshot,
so no resolver ever sees these arguments. Not for fields about what is not in the graph (`OUTSIDE`).
"""

from typing import Any, TypeVar

from strawberry.annotation import StrawberryAnnotation
from strawberry.extensions import FieldExtension
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.field import StrawberryField

BY_NUMBER = "snapshot"
BY_PIN = "pinned"
BY_LINE = "line"
OUTSIDE = frozenset({"job", "jobs", "pin_offers", "holds", "audit"})
"""Root fields that read the records, not a snapshot, by their Python name."""
_ABOUT = {
    BY_NUMBER: "Read this snapshot: kept, pinned, or active a moment ago. A request reads one snapshot.",
    BY_PIN: "Read the snapshot that is pinned by this name.",
    BY_LINE: "Read this line (`orders@release/2`) instead of its repository. A request reads one.",
}
_TYPES = {BY_NUMBER: int | None, BY_PIN: str | None, BY_LINE: str | None}
T = TypeVar("T", bound=type)


class AtSnapshot(FieldExtension):
    """Gives a field these arguments, and keeps them from its resolver."""

    def apply(self, field: StrawberryField) -> None:
        there = {argument.python_name for argument in field.arguments}
        field.arguments = [*field.arguments, *(_argument(name) for name in _ABOUT if name not in there)]

    def resolve(self, next_: Any, source: Any, info: Any, **kwargs: Any) -> Any:
        return next_(source, info, **_without(kwargs))

    async def resolve_async(self, next_: Any, source: Any, info: Any, **kwargs: Any) -> Any:
        return await next_(source, info, **_without(kwargs))


def at_any_snapshot(query: T) -> T:
    """A class decorator over `strawberry.type`: all its fields but `OUTSIDE`."""
    for field in query.__strawberry_definition__.fields:  # type: ignore[attr-defined]  # set by strawberry.type
        if field.python_name not in OUTSIDE:
            field.extensions = [*field.extensions, AtSnapshot()]
    return query


def _argument(name: str) -> StrawberryArgument:
    return StrawberryArgument(
        python_name=name,
        graphql_name=name,
        type_annotation=StrawberryAnnotation(_TYPES[name]),
        description=_ABOUT[name],
        default=None,
    )


def _without(kwargs: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in kwargs.items() if name not in _ABOUT}
