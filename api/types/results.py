"""Results that are not one artifact: outcomes, a search, a call flow, problems, snapshots."""

from typing import Annotated

import strawberry

from api import past
from api.context import Info
from api.ids import global_id
from api.types.around import Postmortem
from api.types.artifacts import Artifact, Class, Method, from_place
from api.types.pages import CallConnection, DocumentConnection
from api.types.past import Commit
from api.types.verdicts import Verdict, verdict_of
from api.types.words import Channel, EdgeType, How
from kg.retrieve.coverage import coverage
from kg.retrieve.trails import trails
from kg.schema import question, snapshot
from kg.schema.ids import Uid
from kg.schema.question import Place, Step


@strawberry.type(description="Nothing that the caller may see; whether it exists is not said.")
class NotFound:
    message: str = strawberry.field(description="The same sentence every time.")


@strawberry.type(description="The name means several artifacts.")
class AmbiguousName:
    message: str = strawberry.field(description="What to do.")
    candidates: list[Artifact] = strawberry.field(description="What the name may mean, at most 20, by uid.")


@strawberry.type(description="The text cannot be searched for.")
class QuestionProblem:
    code: str = strawberry.field(description="`QUESTION`.")
    message: str = strawberry.field(description="What is wrong with the text.")


NOT_FOUND = NotFound(message="There is nothing by that name that you may see.")


@strawberry.type(description="An edge on the way to a hit.")
class TrailStep:
    edge: EdgeType = strawberry.field(description="What the edge says.")
    source: strawberry.ID = strawberry.field(description="The global id it starts from.")
    target: strawberry.ID = strawberry.field(description="The global id it leads to.")
    how: How = strawberry.field(description="How the edge is known.")
    confidence: float = strawberry.field(description="How sure the edge is, 0 to 1.")


@strawberry.type(description="A way that found a hit, and at what rank.")
class ChannelRank:
    channel: Channel = strawberry.field(description="The way.")
    rank: int = strawberry.field(description="The rank there, from 1.")


@strawberry.type(description="What stands next to a hit.")
class Neighbour:
    step: TrailStep = strawberry.field(description="The edge between the two.")
    artifact: Artifact = strawberry.field(description="The neighbour.")


@strawberry.type(description="A ranked piece of evidence.")
class Hit:
    rank: int = strawberry.field(description="The rank, from 1.")
    artifact: Artifact = strawberry.field(description="The artifact.")
    excerpt: str = strawberry.field(description="The lines that fit the question best; secrets are redacted.")
    channels: list[ChannelRank] = strawberry.field(
        description="The ways that found it; empty where only the graph led to it."
    )
    trail: list[TrailStep] = strawberry.field(description="The edges that led here; empty for a first find.")
    neighbours: list[Neighbour] = strawberry.field(description="Callers, callees, documents, keys; capped.")


@strawberry.type(description="How much of what could carry a vector does, in what the caller may see.")
class Coverage:
    embedded: int = strawberry.field(description="Artifacts with a vector.")
    embeddable: int = strawberry.field(description="Artifacts that could have one.")
    share: float = strawberry.field(description="The first over the second; 1 when there are none.")


@strawberry.type(description="The commit of a repository that a snapshot holds.")
class Freshness:
    repository: str = strawberry.field(description="The key of the repository.")
    ref: str = strawberry.field(description="The branch, tag or commit that is followed.")
    commit: str = strawberry.field(description="The commit.")
    committed_at: str = strawberry.field(description="When it was made, ISO 8601.")
    published_at: str | None = strawberry.field(
        description="When readers first saw it, ISO 8601; null where that was not kept."
    )


@strawberry.type(description="An immutable state of the whole graph.")
class Snapshot:
    seq: int = strawberry.field(description="Its number; 0 while nothing is published.")
    active: bool = strawberry.field(description="Whether it is the one that is published now.")
    created_at: str | None = strawberry.field(description="When it was begun, ISO 8601.")
    published_at: str | None = strawberry.field(description="When it was published, ISO 8601.")
    freshness: list[Freshness] = strawberry.field(description="Its commits, of the visible repositories.")
    pinned: str | None = strawberry.field(description="The name under which it is kept for good.")

    @strawberry.field(
        description="What was measured of it: tier 1 first; empty for one that was never judged."
    )
    async def verdicts(self, info: Info) -> list[Verdict]:
        reading = await info.context.reading()
        found = await reading.loaders.verdicts.load(self.seq)
        is_operator = info.context.principal.id in info.context.service.operators
        return [verdict_of(one, is_operator) for one in found]


@strawberry.type(description="Something that a hit leads to, and how.")
class Trail:
    start: strawberry.ID = strawberry.field(description="The global id of the hit.")
    artifact: Artifact = strawberry.field(description="What it leads to.")
    steps: list[TrailStep] = strawberry.field(
        description="The edges between the two; SERVES, CONSUMES and DOCUMENTS stand against the way."
    )


@strawberry.type(description="The answer to a search, best first.")
class Hits:
    hits: list[Hit] = strawberry.field(description="The evidence, best first.")
    channels: list[Channel] = strawberry.field(description="The ways of search that took part.")
    degraded: list[str] = strawberry.field(description="What did not take part and why, in plain words.")
    snapshot: Snapshot = strawberry.field(description="The snapshot that was searched.")

    @strawberry.field(description="How much of the graph the search by meaning covers.")
    async def coverage(self, info: Info) -> Coverage:
        return await coverage_of(info)

    @strawberry.field(
        description="What the first hits lead to: the nearest settings, tables, contracts, topics, documents and"
        " incidents, each with the way to it. Costs a few reads a hit."
    )
    async def trails(self, info: Info) -> list[Trail]:
        reading = await info.context.reading()
        session = reading.session
        seeds = [hit.artifact.place for hit in self.hits]
        return [_trail(one) for one in await trails(reading.graph, seeds, session.scope, session.seq)]


@strawberry.type(
    description="A step of a flow: a call, or another edge that code leads to something by. SERVES and"
    " CONSUMES stand from the code to its side of the contract, against the way the flow goes."
)
class FlowEdge:
    edge: EdgeType = strawberry.field(description="What joins the two.")
    source: strawberry.ID = strawberry.field(
        description="The global id of the caller, or where the edge starts."
    )
    target: strawberry.ID = strawberry.field(description="The global id of what is called or led to.")
    how: How = strawberry.field(description="How the edge is known.")
    confidence: float = strawberry.field(description="How sure the edge is, 0 to 1.")
    via: EdgeType | None = strawberry.field(
        description="How it goes on from the declared method to the one that may run: OVERRIDES, or INJECTS"
        " where a container puts just that class in; null for a call as it stands."
    )


@strawberry.type(
    description="What happens from one artifact on, or what leads to it: calls, statements and tables,"
    " settings, requests and topics to the code behind them in any repository, jobs. Bounded."
)
class CallFlow:
    root: Artifact = strawberry.field(description="Where it starts.")
    nodes: list[Artifact] = strawberry.field(description="Every artifact in it, by distance.")
    edges: list[FlowEdge] = strawberry.field(description="The edges between them.")
    cut: bool = strawberry.field(description="Whether a bound left something out.")
    snapshot: int = strawberry.field(description="The number of the snapshot that it is of.")


@strawberry.type(description="An incident report that speaks of an artifact, or of what happens from it on.")
class Incident:
    report: Postmortem = strawberry.field(description="The report, with the facts it states.")
    about: Artifact = strawberry.field(description="What it names: the artifact, or what the way leads to.")
    how: How = strawberry.field(description="How it is known that it names that.")
    confidence: float = strawberry.field(description="How sure that is, 0 to 1.")
    way: list[FlowEdge] = strawberry.field(
        description="The edges from the artifact to what is named; empty where that is the artifact itself."
    )


@strawberry.type(description="The incidents of an artifact, the nearest first.")
class Incidents:
    of: Artifact = strawberry.field(description="The artifact that was asked about.")
    incidents: list[Incident] = strawberry.field(description="Each report once, by its shortest way.")
    snapshot: int = strawberry.field(description="The number of the snapshot that this is of.")


@strawberry.type(description="A file and what could not be read in it.")
class FileProblems:
    file: Artifact = strawberry.field(description="The file.")
    problems: list[str] = strawberry.field(description="What could not be read, `line: reason`.")


@strawberry.type(description="A document names what is not there, or not any more.")
class StaleMention:
    place: strawberry.Private[Place]
    document: Artifact = strawberry.field(description="The section of the document.")
    line: int = strawberry.field(description="The line of its file, from 1.")
    text: str = strawberry.field(description="What it names, as written.")

    @strawberry.field(
        description="The newest commit that took the name away, where git tells; it is read when asked for."
    )
    async def removed_in(self, info: Info) -> Commit | None:
        return await past.removed(await info.context.reading(), self.place, self.text)


MethodResult = Annotated[
    Method | AmbiguousName | NotFound, strawberry.union("MethodResult", description="A method, or why not.")
]
ClassResult = Annotated[
    Class | AmbiguousName | NotFound, strawberry.union("ClassResult", description="A class, or why not.")
]
CallsResult = Annotated[
    CallConnection | AmbiguousName | NotFound,
    strawberry.union("CallsResult", description="A page of calls, or why not."),
]
DocumentsResult = Annotated[
    DocumentConnection | AmbiguousName | NotFound,
    strawberry.union("DocumentsResult", description="A page of documents, or why not."),
]
CallFlowResult = Annotated[
    CallFlow | AmbiguousName | NotFound,
    strawberry.union("CallFlowResult", description="A call flow, or why not."),
]
IncidentsResult = Annotated[
    Incidents | AmbiguousName | NotFound,
    strawberry.union("IncidentsResult", description="Incident reports, or why not."),
]
SearchResult = Annotated[
    Hits | QuestionProblem,
    strawberry.union("SearchResult", description="Hits, or what is wrong with the text."),
]


def snapshot_of(record: snapshot.Snapshot) -> Snapshot:
    return Snapshot(
        seq=record.seq,
        active=record.active,
        created_at=record.created_at or None,
        published_at=record.published_at or None,
        freshness=freshness_of(record.watermarks),
        pinned=record.pinned or None,
    )


def freshness_of(marks: tuple[snapshot.Watermark, ...]) -> list[Freshness]:
    return [
        Freshness(
            repository=m.repo,
            ref=m.ref,
            commit=m.commit,
            committed_at=m.committed_at,
            published_at=m.published_at or None,
        )
        for m in marks
    ]


async def coverage_of(info: Info) -> Coverage:
    """Counted when it is asked for, at most every 30 s: the count reads everything visible."""
    reading = await info.context.reading()
    record = await coverage(reading.graph, reading.session.scope, reading.session.seq)
    return Coverage(embedded=record.embedded, embeddable=record.embeddable, share=record.share)


def hits_of(record: question.Hits, read: snapshot.Snapshot) -> Hits:
    return Hits(
        hits=[_hit(hit) for hit in record.hits],
        channels=list(record.channels),
        degraded=list(record.degraded),
        snapshot=snapshot_of(read),
    )


def flow_of(record: question.Flow) -> CallFlow:
    nodes = [from_place(place) for place in record.nodes]
    return CallFlow(
        root=next(node for node in nodes if node.uid == record.root),
        nodes=nodes,
        edges=[flow_edge(step) for step in record.edges],
        cut=record.cut,
        snapshot=record.snapshot,
    )


def incidents_of(place: Place, records: tuple[question.Incident, ...], seq: int) -> Incidents:
    return Incidents(
        of=from_place(place),
        incidents=[
            Incident(
                report=from_place(one.report),  # type: ignore[arg-type] # only reports are found
                about=from_place(one.about),
                how=How(one.step.how),
                confidence=one.step.confidence,
                way=[flow_edge(step) for step in one.way],
            )
            for one in records
        ],
        snapshot=seq,
    )


def flow_edge(step: Step) -> FlowEdge:
    return FlowEdge(
        edge=EdgeType(step.edge),
        source=_id(step.source),
        target=_id(step.target),
        how=How(step.how),
        confidence=step.confidence,
        via=EdgeType(step.via) if step.via else None,
    )


def _hit(hit: question.Hit) -> Hit:
    return Hit(
        rank=hit.rank,
        artifact=from_place(hit.place),
        excerpt=hit.excerpt,
        channels=[ChannelRank(channel=channel, rank=rank) for channel, rank in hit.channels],
        trail=[_step(step) for step in hit.trail],
        neighbours=[
            Neighbour(step=_step(step), artifact=from_place(place)) for step, place in hit.neighbours
        ],
    )


def _trail(way: question.Trail) -> Trail:
    return Trail(
        start=_id(way.start), artifact=from_place(way.place), steps=[_step(step) for step in way.steps]
    )


def _step(step: Step) -> TrailStep:
    return TrailStep(
        edge=EdgeType(step.edge),
        source=_id(step.source),
        target=_id(step.target),
        how=How(step.how),
        confidence=step.confidence,
    )


def _id(uid: Uid) -> strawberry.ID:
    return strawberry.ID(global_id(uid))


def places_of(candidates: tuple[Place, ...]) -> AmbiguousName:
    return AmbiguousName(
        message="Several artifacts have that name; give more of it, or the id of one of these.",
        candidates=[from_place(place) for place in candidates],
    )
