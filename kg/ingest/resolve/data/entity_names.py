"""What entities say of themselves in annotations, and how a name becomes that of a table or column."""

import re
from dataclasses import dataclass

from kg.ingest.resolve.data.jvm_classes import JvmClass
from kg.ingest.resolve.data.world import Data
from kg.schema.facts import Facts
from kg.schema.usages import CALL, LIST, Usage, Value

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

Said = dict[str, dict[str, Value]]
"""What the annotations of one class or field say, by annotation and argument."""


@dataclass(slots=True)
class Draft:
    """A class that is an entity."""

    klass: JvmClass
    said: Said
    name: str
    """What JPQL calls it."""
    table: str
    written: bool
    """Whether the class says what its table is called."""
    root: "Draft | None" = None
    """The entity in whose table its rows are."""


def snake(name: str) -> str:
    """`orderItem` is `order_item` to Spring Boot, whoever wrote it."""
    return _WORD.sub("_", name).lower()


def said_of(found: Data, facts: Facts, usage: Usage) -> dict[str, Value]:
    """The arguments of an annotation, with the texts that constants stand for."""
    return {
        name: value if _is_nested(value) else found.world.text(value, facts, usage) or value
        for name, value in usage.arguments
    }


def text_of(said: Said, annotation: str, argument: str) -> str:
    """An argument that is a text; empty where it is not given."""
    value = said.get(annotation, {}).get(argument)
    return value if isinstance(value, str) else ""


def _is_nested(value: Value) -> bool:
    return isinstance(value, tuple) and value[0] in (CALL, LIST)
