"""The schema as others see it."""

from pathlib import Path

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    is_specified_scalar_type,
)

from api.export import exported
from api.graphql import make_schema
from api.options import Bounds

COMMITTED = Path(__file__).parent.parent.parent / "docs" / "schema.graphql"


def test_the_committed_schema_is_the_schema() -> None:
    """docs/schema.graphql is what is served; after a change: `python -m api.export`."""
    assert COMMITTED.read_text(encoding="utf-8") == exported()


def test_every_type_field_and_argument_says_what_it_is() -> None:
    """Whoever reads the schema in a tool needs no other page."""
    silent = []
    for name, kind in make_schema(Bounds())._schema.type_map.items():
        if name.startswith("__") or is_specified_scalar_type(kind):
            continue
        if not kind.description:
            silent.append(name)
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType):
            for field_name, field in kind.fields.items():
                silent += [] if field.description else [f"{name}.{field_name}"]
                for argument, value in getattr(field, "args", {}).items():
                    silent += [] if value.description else [f"{name}.{field_name}({argument})"]
        assert not isinstance(kind, GraphQLEnumType) or kind.values
    assert silent == []


def test_no_score_is_in_the_schema() -> None:
    """Ranks are shown; a raw score would say something of what the caller may not see."""
    assert "score" not in exported().lower()
