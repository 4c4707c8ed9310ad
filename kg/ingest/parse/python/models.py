"""Classes that may be mapped to tables: Django's and SQLAlchemy's models, and the apps they belong to.

In: a finished walk whose scopes have their names. Out: a `Model` for each class with fields, with options of a
model, or above whose name stands that of one. Whether it is one depends on its bases, in other files.
"""

from collections.abc import Iterator
from typing import Any

from kg.ingest.parse.python import facts
from kg.ingest.parse.python.facts import BindingKind, Expr
from kg.ingest.parse.python.model_fields import FIELD_LIKE, column_field, django_field, relation_field
from kg.ingest.parse.python.values import given, value
from kg.ingest.parse.python.walk import OpenScope, Walk
from kg.schema.models import Model, ModelField
from kg.schema.usages import MAP

_COLUMNS = ("Column", "mapped_column", "deferred", "column_property")
_RELATIONS = ("relationship", "relation", "backref")
_OPTIONS = frozenset((
    "db_table", "abstract", "proxy", "managed", "app_label", "label", "name", "__tablename__", "__abstract__",
))  # fmt: skip
_MODEL_LIKE = ("Model", "Base", "AppConfig", "Mixin", "User")


_SIGNS = (
    b"Model",
    b"models",
    b"Column",
    b"mapped_column",
    b"__tablename__",
    b"AppConfig",
    b"DeclarativeBase",
)
"""A file that has none of these has no model."""


def models(walk: Walk) -> tuple[Model, ...]:
    if not any(sign in walk.source for sign in _SIGNS):
        return ()
    inner: dict[int, OpenScope] = {}
    for scope in walk.scopes:
        if scope.name == "Meta" and scope.form == "class" and scope.parent:
            inner.setdefault(scope.parent.number, scope)
    return tuple(
        model
        for scope in walk.scopes
        if scope.form == "class"
        for model in _model(walk, scope, inner.get(scope.number))
    )


def _model(walk: Walk, scope: OpenScope, inner: OpenScope | None) -> Iterator[Model]:
    bases = tuple(name for base in scope.bases if (name := _written(base)))
    fields = tuple(_fields(walk, scope))
    options = (*_options(walk, scope), *(_options(walk, inner) if inner else ()))
    if not (bases or fields) or scope.name == "Meta":
        return
    if fields or options or inner is not None or any(base.endswith(_MODEL_LIKE) for base in bases):
        yield Model(
            scope.uid, scope.name, scope.qualified_name, bases, fields, options, scope.line, scope.end_line
        )


def _fields(walk: Walk, scope: OpenScope) -> Iterator[ModelField]:
    for name, bound in scope.bindings.items():
        made, annotation = _made(bound[-1])
        if made is None:
            said = _mapped(annotation)
            if said:
                yield column_field(name, (), said)
            continue
        form = _last(made[1])
        if form in _COLUMNS:
            yield column_field(name, given(walk, made), _mapped(annotation))
        elif form in _RELATIONS:
            yield relation_field(name, given(walk, made), _mapped(annotation))
        elif form[:1].isupper() and form.endswith(FIELD_LIKE):
            yield from django_field(name, form, given(walk, made))


def _made(bound: list[Any]) -> tuple[Expr, Expr]:
    """The call whose result a name takes, and how the name is annotated."""
    kind, told, extra = bound[0], bound[6], bound[7]
    made, annotation = None, None
    if kind == BindingKind.VALUE and extra == ():
        made = told
    elif kind == BindingKind.ANNOTATED:
        made, annotation = extra, told
    return (made if made is not None and made[0] == facts.CALL else None), annotation


def _mapped(annotation: Expr) -> str:
    """`int` of `Mapped[int]`, `Item` of `Mapped[list["Item"]]`; empty for any other annotation."""
    if annotation is None or annotation[0] != facts.SUBSCRIPT or _last(annotation[1]) != "Mapped":
        return ""
    inner = annotation[2]
    while inner is not None and inner[0] in (facts.SUBSCRIPT, facts.UNION):
        inner = inner[2] if inner[0] == facts.SUBSCRIPT else inner[1]
    if inner is not None and inner[0] == facts.CONSTANT and isinstance(inner[2], str):
        return inner[2]
    return _last(inner)


def _options(walk: Walk, scope: OpenScope) -> Iterator[tuple[str, str]]:
    for name, bound in scope.bindings.items():
        if bound[-1][0] != BindingKind.VALUE or bound[-1][7] != ():
            continue
        if name in _OPTIONS:
            said = value(walk, bound[-1][6])
            if isinstance(said, str):
                yield name, said
        elif name == "__table_args__":
            yield from _schema(value(walk, bound[-1][6]))


def _schema(said: Any) -> Iterator[tuple[str, str]]:
    """The schema of `__table_args__ = (…, {"schema": "shop"})`."""
    for part in said[1:] if isinstance(said, tuple) and said[0] != MAP else (said,):
        if isinstance(part, tuple) and part[0] == MAP:
            yield from ((k, v) for k, v in part[1:] if k == "schema" and isinstance(v, str))


def _written(base: Expr) -> str:
    """`models.Model`; `Generic` of `Generic[T]`, `declarative_base` of a call of it."""
    while base is not None and base[0] in (facts.SUBSCRIPT, facts.CALL):
        base = base[1]
    if base is None or base[0] == facts.NAME:
        return str(base[1]) if base is not None else ""
    if base[0] == facts.ATTRIBUTE:
        owner = _written(base[1])
        return f"{owner}.{base[2]}" if owner else str(base[2])
    return ""


def _last(expr: Expr) -> str:
    return _written(expr).rpartition(".")[2]
