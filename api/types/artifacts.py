"""Artifacts: one type a kind, made from a `Place`; content comes through a loader when it is asked for."""

from collections.abc import Mapping
from typing import Any

import strawberry

from api import links, past
from api.context import Info, Reading
from api.freshness import involve
from api.ids import global_id
from api.paging import Page
from api.types.deployments import Deployment
from api.types.details import (
    Detail,
    all_details,
    content_text,
    detail,
    detail_flag,
    detail_list,
    detail_text,
    details_of,
)
from api.types.pages import (
    CallConnection,
    CallEdge,
    Connection,
    DocumentConnection,
    DocumentEdge,
    Edge,
    RelatedConnection,
    RelatedEdge,
)
from api.types.past import BlamedLines, CoChangedFile, History
from api.types.words import After, EdgeType, EdgeTypes, First, How, Kind, Way, Ways
from kg.schema.question import Linked, Place, RepositoryState


def text(about: str) -> Any:
    return strawberry.field(description=about)


@strawberry.interface(description="Anything with a global id.")
class Node:
    id: strawberry.ID = text("The global id: opaque, the same in every snapshot.")


@strawberry.interface(description="Something in the graph: what it is called and where it stands.")
class Artifact(Node):
    place: strawberry.Private[Place]
    uid: str = text("Its readable name in the graph, stable across versions.")
    version: str = text("This version of it: the uid and the snapshot that brought it.")
    kind: Kind = text("What it is.")
    name: str = text("The last part of its name.")
    qualified_name: str = text("Its whole name in its language, a path, or a key.")
    repository: str = text("The key of its repository.")
    path: str | None = text("Its file, from the root of the repository.")
    start_line: int | None = text("Its first line in the file, from 1.")
    end_line: int | None = text("Its last line in the file.")
    language: str | None = text("The language it is written in.")
    form: str | None = text("What it is in its language: class, interface, record, constructor, function, …")

    @strawberry.field(description="Where it is, as `path:line`.")
    def location(self) -> str:
        return str(self.place)

    @strawberry.field(description="The documents that describe it.")
    async def documents(self, info: Info, first: First = 20, after: After = None) -> DocumentConnection:
        reading = await info.context.reading()
        return document_connection(reading, await links.documents(reading, self.place, first, after))

    @strawberry.field(description="What it is joined to by edges of some types.")
    async def related(
        self, info: Info, edges: EdgeTypes, way: Ways = Way.OUT, first: First = 20, after: After = None
    ) -> RelatedConnection:
        reading = await info.context.reading()
        found = await links.related(reading, self.place, edges, way, first, after)
        return related_connection(reading, self.place, found)

    @strawberry.field(description="The service it belongs to today, where .kg.yaml or a catalogue says so.")
    async def service(self, info: Info) -> str | None:
        return (await detail(self.place, info)).service or None

    @strawberry.field(description="Who owns it today: as CODEOWNERS has it, else the owner of its service.")
    async def owner(self, info: Info) -> str | None:
        return (await detail(self.place, info)).owner_team or None

    @strawberry.field(description="When its lines last changed, ISO 8601; null until history is filled in.")
    async def changed_at(self, info: Info) -> str | None:
        return (await detail(self.place, info)).changed_at or None

    @strawberry.field(description="The commit that last changed its lines; null until history is filled in.")
    async def changed_in(self, info: Info) -> str | None:
        return (await detail(self.place, info)).changed_in or None

    @strawberry.field(description="How many commits touched it; 0 until history is filled in.")
    async def changes(self, info: Info) -> int:
        return (await detail(self.place, info)).changes

    @strawberry.field(
        description="The commits that touched it, newest first, through renames and moves; of a setting those"
        " that changed its value. Read from git when asked; null for what stands in no file."
    )
    async def history(self, info: Info, first: First = 20) -> History | None:
        return await past.history_of(await info.context.reading(), self.place, first)

    @strawberry.field(description="Who last wrote which of its lines; read from git when asked.")
    async def blame(self, info: Info) -> list[BlamedLines]:
        return await past.blame_of(await info.context.reading(), self.place)

    @strawberry.field(
        description="The files that changed in the same commits, at least twice, the most often first; read"
        " from git when asked."
    )
    async def co_changed(self, info: Info, first: First = 20) -> list[CoChangedFile]:
        return await past.co_changed_with(await info.context.reading(), self.place, first)

    details: list[Detail] = strawberry.field(
        resolver=all_details,
        description="What only its kind has, by name: columns, a schedule, a severity, …",
    )

    @strawberry.field(description="What defines it: its class, configuration set or repository.")
    async def defined_by(self, info: Info) -> "Artifact | None":
        owner = (await detail(self.place, info)).owner
        if not owner:
            return None
        found = await (await info.context.reading()).loaders.details.load(owner)
        return from_place(found.place) if found else None


@strawberry.interface(description="Code that calls and is called: a method or a class.")
class Code(Artifact):
    @strawberry.field(description="The package, module or namespace it is in.")
    async def package(self, info: Info) -> str | None:
        return (await detail(self.place, info)).package or None

    @strawberry.field(description="Its modifiers: public, static, async, …")
    async def modifiers(self, info: Info) -> list[str]:
        return list((await detail(self.place, info)).modifiers)

    @strawberry.field(description="Its annotations or decorators as written, without the `@`.")
    async def annotations(self, info: Info) -> list[str]:
        return list((await detail(self.place, info)).annotations)

    @strawberry.field(description="Its documentation comment.")
    async def doc_comment(self, info: Info) -> str | None:
        return (await detail(self.place, info)).doc_comment or None

    text = content_text("Its text: code of a method, outline of a class; secrets are redacted.")

    @strawberry.field(description="How many lines it spans.")
    async def lines(self, info: Info) -> int:
        return (await detail(self.place, info)).lines

    @strawberry.field(
        description="Every call site, resolved or not, `line:column name/arity` from its start."
    )
    async def call_sites(self, info: Info) -> list[str]:
        return list((await detail(self.place, info)).call_sites)

    @strawberry.field(
        description="Call sites tied to nothing, `line:column reason name` from its start,"
        " and ` from group:name` where the dependency is known."
    )
    async def open_sites(self, info: Info) -> list[str]:
        return list((await detail(self.place, info)).open_sites)

    @strawberry.field(description="Who calls it, also through what it overrides or implements.")
    async def callers(self, info: Info, first: First = 20, after: After = None) -> CallConnection:
        reading = await info.context.reading()
        found = await links.callers(reading, self.place, first, after)
        return call_connection(reading, self.place, found)

    @strawberry.field(description="What it calls, and what overrides or implements that.")
    async def callees(self, info: Info, first: First = 20, after: After = None) -> CallConnection:
        reading = await info.context.reading()
        found = await links.callees(reading, self.place, first, after)
        return call_connection(reading, self.place, found)


@strawberry.interface(description="What defines other artifacts: a class its methods, a file its classes.")
class Holder(Artifact):
    @strawberry.field(description="What it defines directly, by uid.")
    async def members(self, info: Info, first: First = 20, after: After = None) -> Connection[Artifact]:
        reading = await info.context.reading()
        return artifact_connection(reading, await links.members(reading, self.place, first, after))


@strawberry.type(description="A method, constructor or function.")
class Method(Code, Holder):
    signature: str | None = text("Its signature, as a reader sees it.")

    @strawberry.field(description="Its cyclomatic complexity; 0 for a trivial body.")
    async def complexity(self, info: Info) -> int:
        return (await detail(self.place, info)).complexity

    @strawberry.field(description="Why nothing needs to call it: main, test, route, listener, scheduler.")
    async def entry(self, info: Info) -> str | None:
        return (await detail(self.place, info)).entry or None


@strawberry.type(description="A class, interface, enum, record, annotation or module.")
class Class(Code, Holder):
    signature: str | None = text("Its header, as a reader sees it.")
    states = detail_list(
        "states", "The states of the state machine that it is, where code moves between them."
    )


@strawberry.type(description="A file of a repository, as git holds it.")
class File(Holder):
    @strawberry.field(description="What it imports, as written.")
    async def imports(self, info: Info) -> list[str]:
        return list((await detail(self.place, info)).imports)

    @strawberry.field(description="How its bytes were read as text.")
    async def encoding(self, info: Info) -> str | None:
        return (await detail(self.place, info)).encoding or None

    @strawberry.field(description="How many lines it has.")
    async def lines(self, info: Info) -> int:
        return (await detail(self.place, info)).lines

    @strawberry.field(description="What could not be read in it, `line: reason`.")
    async def problems(self, info: Info) -> list[str]:
        return list((await detail(self.place, info)).problems)


@strawberry.type(description="A configuration key of a configuration set, or the set itself.")
class Config(Holder):
    flag = detail_flag("flag", "Whether it switches something on or off.")

    @strawberry.field(
        description="`environment=value` where plainly harmless, else the type that is withheld."
    )
    async def values(self, info: Info) -> list[str]:
        return list((await detail(self.place, info)).values)

    @strawberry.field(description="Its comment.")
    async def doc_comment(self, info: Info) -> str | None:
        return (await detail(self.place, info)).doc_comment or None


@strawberry.type(description="One section of a document.")
class Doc(Artifact):
    of_version = detail_text("version", "The version that the section is about, of release notes.")

    text = content_text("The section's text; secrets are redacted.")

    @strawberry.field(
        description="What kind of document: api, runbook, design, adr, release, postmortem, other."
    )
    async def doc_type(self, info: Info) -> str | None:
        return (await detail(self.place, info)).doc_type or None

    @strawberry.field(description="How many lines it spans.")
    async def lines(self, info: Info) -> int:
        return (await detail(self.place, info)).lines


@strawberry.type(description="A repository as an artifact; its commit is in the snapshot's freshness.")
class Repository(Holder):
    @strawberry.field(description="Where it was read from, without credentials.")
    async def url(self, info: Info) -> str | None:
        state = await repository_state(self.place, info)
        return state.url if state else None

    @strawberry.field(description="The branch, tag or commit that is followed.")
    async def ref(self, info: Info) -> str | None:
        state = await repository_state(self.place, info)
        return state.ref if state else None

    @strawberry.field(description="The commit that this snapshot holds.")
    async def commit(self, info: Info) -> str | None:
        state = await repository_state(self.place, info)
        return state.commit if state else None

    @strawberry.field(description="When that commit was made, ISO 8601.")
    async def committed_at(self, info: Info) -> str | None:
        state = await repository_state(self.place, info)
        return state.committed_at if state else None

    @strawberry.field(
        description="Which commit runs where today, by environment; not a thing of the snapshot, so it is the same"
        " in each."
    )
    async def deployments(self, info: Info) -> list[Deployment]:
        state = await repository_state(self.place, info)
        if state is None:
            return []
        found = await (await info.context.reading()).loaders.deployments.load(self.place.repo)
        return [
            Deployment(
                environment=one.environment, commit=one.commit, at=one.at, current=one.commit == state.commit
            )
            for one in found
        ]


async def repository_state(place: Place, info: Info) -> RepositoryState | None:
    return await (await info.context.reading()).loaders.states.load(place.repo)


@strawberry.type(description="An artifact of a kind that has no type of its own yet.")
class OtherArtifact(Holder):
    text = content_text("Its text; secrets are redacted.")


_PLAIN: dict[Kind, type[Any]] = {
    Kind.FILE: File,
    Kind.CONFIG: Config,
    Kind.DOC: Doc,
    Kind.REPOSITORY: Repository,
}


def register(types: Mapping[Kind, type[Artifact]]) -> None:
    """Types of kinds that have a file of their own."""
    _PLAIN.update(types)


_SIGNED: dict[Kind, type[Any]] = {Kind.METHOD: Method, Kind.CLASS: Class}


def from_place(place: Place) -> Artifact:
    """The GraphQL object of a place, by its kind; the answer involves its repository."""
    involve(place.repo)
    kind = Kind(place.kind)
    common = {
        "id": strawberry.ID(global_id(place.uid)),
        "place": place,
        "uid": place.uid,
        "version": place.vid,
        "kind": kind,
        "name": place.name,
        "qualified_name": place.qualified_name,
        "repository": place.repo,
        "path": place.path or None,
        "start_line": place.start_line or None,
        "end_line": place.end_line or None,
        "language": place.language or None,
        "form": place.form or None,
    }
    if kind in _SIGNED:
        made: Artifact = _SIGNED[kind](**common, signature=place.signature or None)
    else:
        made = _PLAIN.get(kind, OtherArtifact)(**common)
    return made


def artifact_connection(reading: Reading, page: Page[Place]) -> Connection[Artifact]:
    edges = [Edge(cursor=cursor, node=from_place(place)) for cursor, place in page.rows]
    return Connection(edges=edges, page_info=page.info, snapshot=reading.session.seq)


def document_connection(reading: Reading, page: Page[Linked]) -> DocumentConnection:
    edges = [
        DocumentEdge(
            cursor=cursor,
            node=from_place(link.place),
            how=How(link.step.how),
            confidence=link.step.confidence,
            target_changed_since=link.target_changed_since,
        )
        for cursor, link in page.rows
    ]
    return DocumentConnection(edges=edges, page_info=page.info, snapshot=reading.session.seq)


def call_connection(reading: Reading, place: Place, page: Page[Linked]) -> CallConnection:
    """The calls around `place`, seen from either end."""
    edges = [_call_edge(cursor, place, link) for cursor, link in page.rows]
    return CallConnection(edges=edges, page_info=page.info, snapshot=reading.session.seq)


def related_connection(reading: Reading, place: Place, page: Page[Linked]) -> RelatedConnection:
    """Edges of any type around `place`, seen from either end."""
    edges = [
        RelatedEdge(
            cursor=cursor,
            edge=EdgeType(link.step.edge),
            node=from_place(link.place),
            how=How(link.step.how),
            confidence=link.step.confidence,
            lines=_lines(place, link),
            details=details_of(link.details),
        )
        for cursor, link in page.rows
    ]
    return RelatedConnection(edges=edges, page_info=page.info, snapshot=reading.session.seq)


def _lines(place: Place, link: Linked) -> list[int]:
    """The lines of the sites in the file of the edge's source."""
    source = place if link.step.source == place.uid else link.place
    return [source.start_line + site for site in link.sites] if source.start_line else []


def _call_edge(cursor: str, place: Place, link: Linked) -> CallEdge:
    through = strawberry.ID(global_id(link.through)) if link.through else None
    return CallEdge(
        cursor=cursor,
        node=from_place(link.place),
        how=How(link.drawn.how),
        confidence=link.drawn.confidence,
        lines=_lines(place, link),
        through=through,
        via=EdgeType(link.drawn.via) if link.drawn.via else None,
    )
