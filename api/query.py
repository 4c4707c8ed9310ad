"""The root of the schema: what can be asked.

One line a field: the work is in `naming`, `links`, `lists` and kg.retrieve. Expected outcomes are types
of a union; everything else is an error with a code (api.errors).
"""

from typing import Annotated

import strawberry

from api import differing, impacts, jobs, links, lists, operating, past, searching
from api.context import Info
from api.ids import read_id
from api.naming import ANYTHING, CODE, named
from api.paging import in_range
from api.selected import wants_content
from api.travel import at_any_snapshot
from api.types.artifacts import (
    Artifact,
    Class,
    Config,
    Method,
    Node,
    Repository,
    artifact_connection,
    call_connection,
    document_connection,
    from_place,
)
from api.types.difference import Compared, Difference, OtherSnapshot
from api.types.impact import ImpactResult
from api.types.jobs import WorkerJob
from api.types.operating import AuditNote, Hold, PinOffer
from api.types.pages import Connection
from api.types.past import HistoryCoverage
from api.types.results import (
    NOT_FOUND,
    CallFlowResult,
    CallsResult,
    ClassResult,
    Coverage,
    DocumentsResult,
    FileProblems,
    IncidentsResult,
    MethodResult,
    SearchResult,
    Snapshot,
    StaleMention,
    coverage_of,
    flow_of,
    incidents_of,
    snapshot_of,
)
from api.types.words import After, Direction, EdgeType, First, InRepository, KeyState, Kind, Named
from kg.records.jobs import JobState
from kg.retrieve.flow import STARTS, FlowOptions, call_flow
from kg.retrieve.incidents import incidents
from kg.schema.question import Place

Depth = Annotated[int, strawberry.argument(description="How many calls away, 1 to 6.")]


@strawberry.input(description="Narrows a search; what is left out does not narrow.")
class SearchFilters:
    repositories: list[str] = strawberry.field(
        default_factory=list, description="Only in the repositories with these keys."
    )
    kinds: list[Kind] = strawberry.field(default_factory=list, description="Only artifacts of these kinds.")
    languages: list[str] = strawberry.field(default_factory=list, description="Only in these languages.")


@at_any_snapshot
@strawberry.type(description="The knowledge graph of the source code, as the caller may see it.")
class Query:
    @strawberry.field(description="Ranked evidence for a question in any language, a symptom, or a name.")
    async def search(
        self,
        info: Info,
        text: Annotated[str, strawberry.argument(description="The question, as a person would ask it.")],
        first: First = 10,
        filters: Annotated[
            SearchFilters | None, strawberry.argument(description="Narrows the search.")
        ] = None,
    ) -> SearchResult:
        given = filters or SearchFilters()
        narrow = searching.narrowed(given.repositories, given.kinds, given.languages)
        return await searching.search(await info.context.reading(), text, first, narrow)

    @strawberry.field(description="Anything by its global id; null for what is not there to be seen.")
    async def node(
        self, info: Info, id: Annotated[strawberry.ID, strawberry.argument(description="The global id.")]
    ) -> Node | None:
        return await _by_id(info, id)

    @strawberry.field(description="An artifact by its global id; null for what is not there to be seen.")
    async def artifact(
        self, info: Info, id: Annotated[strawberry.ID, strawberry.argument(description="The global id.")]
    ) -> Artifact | None:
        return await _by_id(info, id)

    @strawberry.field(description="The artifacts of one kind, by uid.")
    async def artifacts(
        self,
        info: Info,
        kind: Annotated[Kind, strawberry.argument(description="The kind.")],
        repository: InRepository = None,
        first: First = 20,
        after: After = None,
    ) -> Connection[Artifact]:
        reading = await info.context.reading()
        listed = lists.kind_with_content if wants_content(info) else lists.kind
        return artifact_connection(reading, await listed(reading, kind, repository, first, after))

    @strawberry.field(description="The configuration keys in a state, by uid.")
    async def configs(
        self,
        info: Info,
        state: Annotated[KeyState, strawberry.argument(description="What is odd about them.")],
        repository: InRepository = None,
        first: First = 20,
        after: After = None,
    ) -> Connection[Config]:
        reading = await info.context.reading()
        page = await lists.keys(reading, state, repository, first, after)
        return artifact_connection(reading, page)  # type: ignore[return-value]  # only keys were asked for

    @strawberry.field(description="A method, constructor or function by id or name.")
    async def method(self, info: Info, name: Named, repository: InRepository = None) -> MethodResult:
        place = await named(await info.context.reading(), name, (Kind.METHOD,), repository)
        return from_place(place) if isinstance(place, Place) else place  # type: ignore[return-value]  # its kind was asked for

    @strawberry.field(name="class", description="A class, interface, enum, record or module by id or name.")
    async def class_(self, info: Info, name: Named, repository: InRepository = None) -> ClassResult:
        place = await named(await info.context.reading(), name, (Kind.CLASS,), repository)
        return from_place(place) if isinstance(place, Place) else place  # type: ignore[return-value]  # its kind was asked for

    @strawberry.field(description="Who calls a method, also through what it overrides or implements.")
    async def callers(
        self, info: Info, of: Named, repository: InRepository = None, first: First = 20, after: After = None
    ) -> CallsResult:
        reading = await info.context.reading()
        place = await named(reading, of, CODE, repository)
        if not isinstance(place, Place):
            return place
        return call_connection(reading, place, await links.callers(reading, place, first, after))

    @strawberry.field(description="What a method calls, and what overrides or implements that.")
    async def callees(
        self, info: Info, of: Named, repository: InRepository = None, first: First = 20, after: After = None
    ) -> CallsResult:
        reading = await info.context.reading()
        place = await named(reading, of, CODE, repository)
        if not isinstance(place, Place):
            return place
        return call_connection(reading, place, await links.callees(reading, place, first, after))

    @strawberry.field(description="The documents that describe an artifact.")
    async def documents(
        self, info: Info, of: Named, repository: InRepository = None, first: First = 20, after: After = None
    ) -> DocumentsResult:
        reading = await info.context.reading()
        place = await named(reading, of, ANYTHING, repository)
        if not isinstance(place, Place):
            return place
        return document_connection(reading, await links.documents(reading, place, first, after))

    @strawberry.field(
        description="What happens from an artifact on (or leads to it): calls and every other edge of a flow,"
        " through contracts into other repositories; bounded."
    )
    async def call_flow(
        self,
        info: Info,
        from_: Annotated[
            str,
            strawberry.argument(name="from", description="A global id, or a name as one writes it."),
        ],
        direction: Annotated[
            Direction, strawberry.argument(description="Which way to follow calls.")
        ] = Direction.CALLEES,
        depth: Depth = 3,
        edges: Annotated[
            list[EdgeType] | None, strawberry.argument(description="Only these edges; left out: all.")
        ] = None,
        repository: InRepository = None,
    ) -> CallFlowResult:
        reading = await info.context.reading()
        place = await named(reading, from_, STARTS, repository)
        if not isinstance(place, Place):
            return place
        in_range("depth", depth, 1, 6)
        session = reading.session
        options = FlowOptions() if edges is None else FlowOptions(edges=tuple(edges))
        return flow_of(
            await call_flow(reading.graph, place.uid, direction, depth, session.scope, session.seq, options)
        )

    @strawberry.field(
        description="Did this break before? Incident reports about an artifact, and about what happens from it on."
    )
    async def incidents(
        self,
        info: Info,
        for_: Annotated[
            str, strawberry.argument(name="for", description="A global id, or a name as one writes it.")
        ],
        depth: Annotated[
            int, strawberry.argument(description="How many steps of its flow are looked at, 0 to 6.")
        ] = 2,
        repository: InRepository = None,
    ) -> IncidentsResult:
        reading = await info.context.reading()
        place = await named(reading, for_, ANYTHING, repository)
        if not isinstance(place, Place):
            return place
        in_range("depth", depth, 0, 6)
        session = reading.session
        found = await incidents(reading.graph, place.uid, depth, session.scope, session.seq, FlowOptions())
        return incidents_of(place, found, session.seq)

    @strawberry.field(
        description="What a change touches: of artifacts, of a commit, or of a merge request before or after it is"
        " merged. Callers, endpoints, tests, documents and incidents, by team."
    )
    async def impact(
        self,
        info: Info,
        of: Annotated[
            list[str] | None, strawberry.argument(description="Artifacts: global ids or names.")
        ] = None,
        commit: Annotated[str | None, strawberry.argument(description="A commit of the repository.")] = None,
        merge_request: Annotated[
            int | None, strawberry.argument(description="The number of a merge request of the repository.")
        ] = None,
        repository: InRepository = None,
        depth: Depth = 4,
    ) -> ImpactResult:
        reading = await info.context.reading()
        return await impacts.impact_on(reading, of, commit, merge_request, repository, depth)

    @strawberry.field(description="The repositories of the snapshot, by key.")
    async def repositories(
        self, info: Info, first: First = 20, after: After = None
    ) -> Connection[Repository]:
        reading = await info.context.reading()
        page = await lists.kind(reading, Kind.REPOSITORY, None, first, after)
        return artifact_connection(reading, page)  # type: ignore[return-value]  # only repositories were asked for

    @strawberry.field(description="The snapshot that this request reads.")
    async def snapshot(self, info: Info) -> Snapshot:
        return snapshot_of((await info.context.reading()).session.snapshot)

    @strawberry.field(description="How much of what could carry a vector does; at most 30 s old.")
    async def coverage(self, info: Info) -> Coverage:
        return await coverage_of(info)

    @strawberry.field(
        description="Artifacts by what past commits that touched them said, the best first; what is not filled"
        " in yet is not found (`historyCoverage`)."
    )
    async def history(
        self,
        info: Info,
        text: Annotated[str, strawberry.argument(description="Words of commit messages.")],
        first: First = 20,
    ) -> list[Artifact]:
        found = await past.remembered(await info.context.reading(), text, first)
        return [from_place(one.place) for one in found]

    @strawberry.field(description="How much of what is visible has its history filled in.")
    async def history_coverage(self, info: Info) -> HistoryCoverage:
        return await past.covered(await info.context.reading())

    @strawberry.field(description="The snapshots that are kept, newest first.")
    async def snapshots(self, info: Info, first: First = 20, after: After = None) -> Connection[Snapshot]:
        return await lists.snapshots(await info.context.reading(), first, after)

    @strawberry.field(description="What the worker was asked to do, newest first.")
    async def jobs(
        self,
        info: Info,
        states: Annotated[
            list[JobState] | None, strawberry.argument(description="Only in one of these states.")
        ] = None,
        repository: InRepository = None,
        first: First = 20,
        after: After = None,
    ) -> Connection[WorkerJob]:
        return await jobs.jobs(await info.context.reading(), states or [], repository, first, after)

    @strawberry.field(description="The commits that are held back, newest first; for operators.")
    async def holds(self, info: Info) -> list[Hold]:
        return await operating.holds(info)

    @strawberry.field(description="The pins that pushed tags offer, newest first; for operators.")
    async def pin_offers(self, info: Info) -> list[PinOffer]:
        return await operating.pin_offers(info)

    @strawberry.field(
        description="Who rolled back, held, released, pinned, forced or purged what, newest first; for operators."
    )
    async def audit(self, info: Info, first: First = 20, after: After = None) -> Connection[AuditNote]:
        return await operating.audit(info, first, after)

    @strawberry.field(
        description="What one snapshot holds differently from another: artifacts, edges, and one call flow. The"
        " cost follows the difference, not the graph."
    )
    async def diff(self, info: Info, a: Compared, b: OtherSnapshot = None) -> Difference:
        between = await differing.between(await info.context.reading(), a, b)
        return Difference(between=between, a=between.a, b=between.b)

    @strawberry.field(description="The files that could not be read wholly, by uid.")
    async def problems(
        self, info: Info, repository: InRepository = None, first: First = 20, after: After = None
    ) -> Connection[FileProblems]:
        return await lists.problems(await info.context.reading(), repository, first, after)

    @strawberry.field(description="What documents name that is not there (any more), by document and line.")
    async def stale_mentions(
        self, info: Info, repository: InRepository = None, first: First = 20, after: After = None
    ) -> Connection[StaleMention]:
        return await lists.stale_mentions(await info.context.reading(), repository, first, after)


async def _by_id(info: Info, id: str) -> Artifact | None:
    uid = read_id(id)
    if uid is None:
        return None
    found = await (await info.context.reading()).loaders.details.load(uid)
    return from_place(found.place) if found else None


__all__ = ["NOT_FOUND", "Class", "Method", "Query"]
