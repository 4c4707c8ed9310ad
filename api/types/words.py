"""The enums of the schema, which are the words of kg.schema, and the arguments that many fields take."""

from enum import Enum
from typing import Annotated

import strawberry

from kg.retrieve.flow import Direction
from kg.retrieve.keys import KeyState
from kg.schema.question import Channel
from kg.schema.vocabulary import EdgeType, How, Kind

strawberry.enum(Kind, name="Kind", description="What an artifact is.")
strawberry.enum(
    How,
    name="How",
    description="How an edge is known: proven (EXACT), deduced from a convention (INFERRED), or one of"
    " several possibilities (CANDIDATE).",
)
strawberry.enum(
    EdgeType,
    name="EdgeType",
    description="What an edge between two artifacts says. WAS and NEXT are the graph's own and never shown.",
)


@strawberry.enum(description="Which way edges are followed.")
class Way(Enum):
    OUT = strawberry.enum_value("out", description="From the artifact: what it reads, extends, describes.")
    IN = strawberry.enum_value("in", description="To the artifact: what reads, extends, describes it.")


strawberry.enum(
    Channel,
    name="Channel",
    description="A way to find artifacts: by meaning (DENSE), by words (SPARSE), by name (SYMBOL).",
)
strawberry.enum(
    Direction, name="Direction", description="Which way to follow calls: to what is called, or to callers."
)

strawberry.enum(
    KeyState,
    name="KeyState",
    description="What is odd about a configuration key: read and never set (UNSET), set and never read"
    " (UNREAD), values that differ between environments (DIFFERS).",
)

First = Annotated[int, strawberry.argument(description="How many, 1 to 100.")]
After = Annotated[
    str | None,
    strawberry.argument(
        description="The cursor to continue after. It also decides the snapshot that the request reads."
    ),
]
Named = Annotated[
    str,
    strawberry.argument(
        description="A global id, or a name as one writes it: `charge`, `Pay#charge`, `acme.Pay#charge(Order,long)`."
    ),
]
InRepository = Annotated[str | None, strawberry.argument(description="Only in the repository with this key.")]
EdgeTypes = Annotated[list[EdgeType], strawberry.argument(description="The types of edges, at least one.")]
Ways = Annotated[Way, strawberry.argument(description="Which way to follow them.")]

__all__ = [
    "After",
    "Channel",
    "Direction",
    "EdgeType",
    "EdgeTypes",
    "First",
    "How",
    "InRepository",
    "KeyState",
    "Kind",
    "Named",
    "Way",
    "Ways",
]
