"""The types of `diff`: what two snapshots hold differently."""

from typing import Annotated

import strawberry

from api import differing
from api.context import Info
from api.ids import global_id
from api.types.pages import Connection, Edge
from api.types.results import AmbiguousName, FlowEdge, NotFound, flow_edge
from api.types.words import After, Direction, EdgeType, First, InRepository, Kind
from kg.retrieve import difference
from kg.retrieve.difference import Between, Change

Compared = Annotated[
    strawberry.ID, strawberry.argument(description="The number of a kept snapshot, or the name of a pin.")
]
OtherSnapshot = Annotated[
    strawberry.ID | None,
    strawberry.argument(
        description="What it is compared with: a number or a pin; left out, the snapshot that the request reads."
    ),
]
strawberry.enum(
    Change, name="Changed", description="What happened to it from the first snapshot to the second."
)


@strawberry.type(description="An artifact that two snapshots hold differently.")
class ChangedArtifact:
    change: Change = strawberry.field(description="What happened to it.")
    id: strawberry.ID = strawberry.field(description="Its global id, the same in every snapshot.")
    uid: str = strawberry.field(description="Its readable key.")
    kind: Kind = strawberry.field(description="What it is.")
    name: str = strawberry.field(description="Its short name.")
    qualified_name: str = strawberry.field(description="Its name with what it stands in.")
    repository: str = strawberry.field(description="The key of its repository.")
    path: str = strawberry.field(description="Its file; empty for what stands in none.")


@strawberry.type(description="An edge that only one of two snapshots holds.")
class ChangedEdge:
    change: Change = strawberry.field(description="ADDED or REMOVED.")
    edge: FlowEdge = strawberry.field(description="The edge.")


@strawberry.type(description="What differs in the flow from one artifact.")
class ChangedFlow:
    artifacts: list[ChangedArtifact] = strawberry.field(
        description="Artifacts that are in one of the flows only, or whose content differs, by uid."
    )
    edges: list[ChangedEdge] = strawberry.field(description="Edges that are in one of the flows only.")
    cut: bool = strawberry.field(
        description="Whether a bound left something out of a flow: then something may only seem to differ."
    )


ChangedFlowResult = Annotated[
    ChangedFlow | AmbiguousName | NotFound,
    strawberry.union("ChangedFlowResult", description="What differs in a flow, or why not."),
]


@strawberry.type(description="What differs from one snapshot to another; of visible repositories only.")
class Difference:
    between: strawberry.Private[Between]
    a: int = strawberry.field(description="The number of the snapshot that is compared.")
    b: int = strawberry.field(description="The number of the snapshot that it is compared with.")

    @strawberry.field(description="The artifacts that were added, removed or changed, by uid.")
    async def artifacts(
        self, info: Info, first: First = 20, after: After = None
    ) -> Connection[ChangedArtifact]:
        reading = await info.context.reading()
        page = await differing.artifacts(reading, self.between, first, after)
        edges = [Edge(cursor=cursor, node=changed_artifact(one)) for cursor, one in page.rows]
        return Connection(edges=edges, page_info=page.info, snapshot=reading.session.seq)

    @strawberry.field(
        description="The edges that were added or removed, by source. One that was led on to a new version of"
        " its end is in both."
    )
    async def edges(
        self,
        info: Info,
        types: Annotated[
            list[EdgeType] | None, strawberry.argument(description="Only these types; left out: all.")
        ] = None,
        first: First = 20,
        after: After = None,
    ) -> Connection[ChangedEdge]:
        reading = await info.context.reading()
        page = await differing.edges(reading, self.between, types or [], first, after)
        rows = [Edge(cursor=cursor, node=changed_edge(one)) for cursor, one in page.rows]
        return Connection(edges=rows, page_info=page.info, snapshot=reading.session.seq)

    @strawberry.field(
        description="What differs in `callFlow` from one artifact; a name is one of snapshot `b`, or else of `a`."
    )
    async def call_flow(
        self,
        info: Info,
        from_: Annotated[
            str, strawberry.argument(name="from", description="A global id, or a name as one writes it.")
        ],
        direction: Annotated[
            Direction, strawberry.argument(description="Which way to follow calls.")
        ] = Direction.CALLEES,
        depth: Annotated[int, strawberry.argument(description="How many calls away, 1 to 6.")] = 3,
        repository: InRepository = None,
    ) -> ChangedFlowResult:
        reading = await info.context.reading()
        found = await differing.flow(reading, from_, repository, direction, depth, self.between)
        return changed_flow(found) if isinstance(found, difference.ChangedFlow) else found


def changed_artifact(one: difference.ChangedArtifact) -> ChangedArtifact:
    place = one.place
    return ChangedArtifact(
        change=one.change,
        id=strawberry.ID(global_id(place.uid)),
        uid=place.uid,
        kind=Kind(place.kind),
        name=place.name,
        qualified_name=place.qualified_name,
        repository=place.repo,
        path=place.path,
    )


def changed_edge(one: difference.ChangedEdge) -> ChangedEdge:
    return ChangedEdge(change=one.change, edge=flow_edge(one.step))


def changed_flow(found: difference.ChangedFlow) -> ChangedFlow:
    return ChangedFlow(
        artifacts=[changed_artifact(one) for one in found.artifacts],
        edges=[changed_edge(one) for one in found.edges],
        cut=found.cut,
    )
