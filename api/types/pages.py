"""Connections: pages with a signed keyset cursor, all of one snapshot."""

from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

import strawberry

from api.types.details import Detail
from api.types.words import EdgeType, How

if TYPE_CHECKING:
    from api.types.artifacts import Artifact

T = TypeVar("T")


@strawberry.type(description="Where a page ends, and whether there is more.")
class PageInfo:
    has_next_page: bool = strawberry.field(description="Whether more follows after `endCursor`.")
    has_previous_page: bool = strawberry.field(description="Whether this page began after a cursor.")
    start_cursor: str | None = strawberry.field(description="The cursor of the first row of this page.")
    end_cursor: str | None = strawberry.field(description="The cursor to give as `after` for the next page.")


@strawberry.type(description="One row of a page.")
class Edge(Generic[T]):
    cursor: str = strawberry.field(description="Where this row stands; good as `after`.")
    node: T = strawberry.field(description="What the row is about.")


@strawberry.type(description="A page of rows, ordered by a stable key.")
class Connection(Generic[T]):
    edges: list[Edge[T]] = strawberry.field(description="The rows with their cursors.")
    page_info: PageInfo = strawberry.field(description="Where the page ends.")
    snapshot: int = strawberry.field(description="The number of the snapshot that this page is of.")

    @strawberry.field(description="The rows without their cursors.")
    def nodes(self) -> list[T]:
        return [edge.node for edge in self.edges]


@strawberry.type(description="An artifact at the other end of a call.")
class CallEdge:
    cursor: str = strawberry.field(description="Where this row stands; good as `after`.")
    node: Annotated["Artifact", strawberry.lazy("api.types.artifacts")] = strawberry.field(
        description="The caller, or what is called."
    )
    how: How = strawberry.field(description="How it is known that the one may run for the other.")
    confidence: float = strawberry.field(description="How sure that is, 0 to 1.")
    lines: list[int] = strawberry.field(description="The lines of the calls in the caller's file.")
    through: strawberry.ID | None = strawberry.field(
        description="The declared method that the call names, when what runs is one that overrides it."
    )
    via: EdgeType | None = strawberry.field(
        description="How it goes on from the declared method to the one that may run: OVERRIDES, or INJECTS"
        " where a container puts just that class in; null for a call as it stands."
    )


@strawberry.type(description="A page of calls, ordered by the uid of the other end.")
class CallConnection:
    edges: list[CallEdge] = strawberry.field(description="The calls with their cursors.")
    page_info: PageInfo = strawberry.field(description="Where the page ends.")
    snapshot: int = strawberry.field(description="The number of the snapshot that this page is of.")

    @strawberry.field(description="The artifacts at the other ends, without the calls.")
    def nodes(self) -> list[Annotated["Artifact", strawberry.lazy("api.types.artifacts")]]:
        return [edge.node for edge in self.edges]


@strawberry.type(description="A document that describes an artifact.")
class DocumentEdge:
    cursor: str = strawberry.field(description="Where this row stands; good as `after`.")
    node: Annotated["Artifact", strawberry.lazy("api.types.artifacts")] = strawberry.field(
        description="The document's section."
    )
    how: How = strawberry.field(description="How it is known that it describes the artifact.")
    confidence: float = strawberry.field(description="How sure that is, 0 to 1.")
    target_changed_since: bool | None = strawberry.field(
        description="Whether the artifact changed after the section did; null until their history is filled in."
    )


@strawberry.type(description="A page of documents, ordered by uid.")
class DocumentConnection:
    edges: list[DocumentEdge] = strawberry.field(description="The documents with their cursors.")
    page_info: PageInfo = strawberry.field(description="Where the page ends.")
    snapshot: int = strawberry.field(description="The number of the snapshot that this page is of.")

    @strawberry.field(description="The documents, without how they are tied.")
    def nodes(self) -> list[Annotated["Artifact", strawberry.lazy("api.types.artifacts")]]:
        return [edge.node for edge in self.edges]


@strawberry.type(description="An artifact at the other end of an edge.")
class RelatedEdge:
    cursor: str = strawberry.field(description="Where this row stands; good as `after`.")
    edge: EdgeType = strawberry.field(description="What the edge says.")
    node: Annotated["Artifact", strawberry.lazy("api.types.artifacts")] = strawberry.field(
        description="The artifact at the other end."
    )
    how: How = strawberry.field(description="How the edge is known.")
    confidence: float = strawberry.field(description="How sure the edge is, 0 to 1.")
    lines: list[int] = strawberry.field(description="The lines of its sites in the file of its source.")
    details: list[Detail] = strawberry.field(
        description="What only its type has: `access` of QUERIES, `version` of DEPENDS_ON, `transitions`."
    )


@strawberry.type(description="A page of edges, ordered by the uid of the other end and the type.")
class RelatedConnection:
    edges: list[RelatedEdge] = strawberry.field(description="The edges with their cursors.")
    page_info: PageInfo = strawberry.field(description="Where the page ends.")
    snapshot: int = strawberry.field(description="The number of the snapshot that this page is of.")

    @strawberry.field(description="The artifacts at the other ends, without the edges.")
    def nodes(self) -> list[Annotated["Artifact", strawberry.lazy("api.types.artifacts")]]:
        return [edge.node for edge in self.edges]
