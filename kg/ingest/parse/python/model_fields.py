"""Fields of models, from what their declarations are given. Pure; knows no tree.

A type is what is called, with its length: `CharField(100)`, `String(50)`. What a field leads to stays as
written: names are followed in `kg.ingest.resolve.data`.
"""

from collections.abc import Iterator

from kg.schema.models import ModelField
from kg.schema.usages import CALL, LIST, NAME, Given, Value

RELATION = "relationship"
FIELD_LIKE = ("Field", "ForeignKey", "ParentalKey", "TaggableManager", "GenericRelation")
NO_TYPES = ("ForeignKey", "Identity", "Computed", "Sequence", "CheckConstraint", "FetchedValue")
"""What a column of SQLAlchemy is given beside its type."""


def django_field(name: str, form: str, told: Given) -> Iterator[ModelField]:
    """A field of Django; nothing for one that may lead to any table."""
    if "Generic" in form and form.endswith("ForeignKey"):
        return
    length = text(told, "max_length")
    if text(told, "max_digits"):
        length = f"{text(told, 'max_digits')},{text(told, 'decimal_places') or 0}"
    yield ModelField(
        name,
        f"{form}({length})" if length else form,
        text(told, "db_column"),
        _target(_given(told, "to", 0 if is_relation(form) else -1)),
        _target(_given(told, "through")),
        text(told, "primary_key") == "True",
        text(told, "db_table"),
        text(told, "related_name"),
    )


def is_relation(form: str) -> bool:
    return form.endswith(("ForeignKey", "OneToOneField", "ManyToManyField", "ParentalKey", "GenericRelation"))


def column_field(name: str, told: Given, annotated: str) -> ModelField:
    """A column of SQLAlchemy; its type may be told by the annotation alone."""
    positional = [value for key, value in told if not key]
    own = positional[0] if positional and isinstance(positional[0], str) else text(told, "name")
    rest = [each for each in positional if not isinstance(each, str)]
    key = next((each for each in rest if _called(each) == "ForeignKey"), None)
    typed = next((each for each in rest if _called(each) not in NO_TYPES), _given(told, "type_"))
    to = _target(key[2][0][1]) if isinstance(key, tuple) and key[2] else ""
    primary = text(told, "primary_key") == "True"
    return ModelField(name, _type(typed) or annotated, own, to, primary=primary)


def relation_field(name: str, told: Given, annotated: str) -> ModelField:
    """A relationship of SQLAlchemy leads to another class and has no column."""
    to = _target(_given(told, "argument", 0))
    return ModelField(name, RELATION, "", to or annotated, _target(_given(told, "secondary")))


def text(told: Given, name: str) -> str:
    found = _given(told, name)
    return found if isinstance(found, str) else ""


def _given(told: Given, name: str, position: int = -1) -> Value:
    """An argument by its name, or else by its place."""
    named = next((value for key, value in told if key == name), None)
    positional = [value for key, value in told if not key]
    return positional[position] if named is None and 0 <= position < len(positional) else named


def _called(value: Value) -> str:
    """The last part of what is called or named."""
    if isinstance(value, tuple) and value[0] in (CALL, NAME):
        return str(value[1]).rpartition(".")[2]
    return ""


def _type(value: Value) -> str:
    name = _called(value)
    if not isinstance(value, tuple) or value[0] != CALL:
        return name
    sizes = [size for _, size in value[2] if isinstance(size, str) and size.isdigit()]
    return f"{name}({','.join(sizes)})" if sizes else name


def _target(value: Value) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple) and value[0] == NAME:
        return str(value[1])
    if isinstance(value, tuple) and value[0] == LIST and len(value) == 2:
        return _target(value[1])
    return ""
