"""The enums of the schema, which are the words of kg.schema, and the arguments that many fields take."""

from typing import Annotated

import strawberry

from kg.retrieve.flow import Direction
from kg.schema.question import Channel
from kg.schema.vocabulary import EdgeType, How, Kind

strawberry.enum(Kind, name="Kind", description="What an artifact is.")
strawberry.enum(
    How,
    name="How",
    description="How an edge is known: proven (EXACT), deduced from a convention (INFERRED), or one of"
    " several possibilities (CANDIDATE).",
)
strawberry.enum(EdgeType, name="EdgeType", description="What an edge between two artifacts says.")
strawberry.enum(
    Channel,
    name="Channel",
    description="A way to find artifacts: by meaning (DENSE), by words (SPARSE), by name (SYMBOL).",
)
strawberry.enum(
    Direction, name="Direction", description="Which way to follow calls: to what is called, or to callers."
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

__all__ = ["After", "Channel", "Direction", "EdgeType", "First", "How", "InRepository", "Kind", "Named"]
