"""Pages over the whole snapshot: artifacts of a kind, snapshots, files with problems."""

from api.context import Reading
from api.paging import Page, asked, page
from api.types.artifacts import from_place
from api.types.pages import Connection, Edge
from api.types.results import FileProblems, Snapshot, StaleMention, snapshot_of
from kg.retrieve import explore, stale
from kg.retrieve import keys as config_keys
from kg.retrieve.keys import KeyState
from kg.schema.ids import Uid
from kg.schema.question import Place
from kg.schema.vocabulary import Kind


async def kind(
    reading: Reading, kind: Kind, repository: str | None, first: int, after: str | None
) -> Page[Place]:
    """Artifacts of one kind; a repository that is not visible has none."""
    wanted = asked(reading, first, after, "artifacts", kind, repository)
    session = reading.session
    rows = await explore.list_kind(
        reading.graph, kind, repository or "", session.scope, session.seq, Uid(wanted.after), wanted.limit
    )
    return page(wanted, rows, lambda place: place.uid)


async def kind_with_content(
    reading: Reading, kind: Kind, repository: str | None, first: int, after: str | None
) -> Page[Place]:
    """The same page; the content of its rows is then there for the fields that ask for it."""
    wanted = asked(reading, first, after, "artifacts", kind, repository)
    session = reading.session
    rows = await explore.list_details(
        reading.graph, kind, repository or "", session.scope, session.seq, Uid(wanted.after), wanted.limit
    )
    reading.loaders.details.prime_many({row.place.uid: row for row in rows})
    return page(wanted, [row.place for row in rows], lambda place: place.uid)


async def keys(
    reading: Reading, state: KeyState, repository: str | None, first: int, after: str | None
) -> Page[Place]:
    """Configuration keys in a state; a repository that is not visible has none."""
    wanted = asked(reading, first, after, "configs", state, repository)
    session = reading.session
    rows = await config_keys.keys(
        reading.graph, state, repository or "", session.scope, session.seq, Uid(wanted.after), wanted.limit
    )
    return page(wanted, [row.place for row in rows], lambda place: place.uid)


async def snapshots(reading: Reading, first: int, after: str | None) -> Connection[Snapshot]:
    wanted = asked(reading, first, after, "snapshots")
    before = int(wanted.after) if wanted.after else explore.NEWEST
    rows = await explore.snapshots(reading.graph, reading.session.scope, before, wanted.limit)
    shown = page(wanted, rows, lambda snapshot: str(snapshot.seq))
    edges = [Edge(cursor=cursor, node=snapshot_of(row)) for cursor, row in shown.rows]
    return Connection(edges=edges, page_info=shown.info, snapshot=reading.session.seq)


async def problems(
    reading: Reading, repository: str | None, first: int, after: str | None
) -> Connection[FileProblems]:
    wanted = asked(reading, first, after, "problems", repository)
    session = reading.session
    repos = [] if repository is None else [repository]
    rows = await explore.problems(
        reading.graph, repos, session.scope, session.seq, Uid(wanted.after), wanted.limit
    )
    shown = page(wanted, rows, lambda row: row.place.uid)
    edges = [
        Edge(cursor=cursor, node=FileProblems(file=from_place(row.place), problems=list(row.problems)))
        for cursor, row in shown.rows
    ]
    return Connection(edges=edges, page_info=shown.info, snapshot=session.seq)


async def stale_mentions(
    reading: Reading, repository: str | None, first: int, after: str | None
) -> Connection[StaleMention]:
    wanted = asked(reading, first, after, "staleMentions", repository)
    session = reading.session
    repos = [] if repository is None else [repository]
    rows = await stale.stale_mentions(
        reading.graph, repos, session.scope, session.seq, wanted.after, wanted.limit
    )
    shown = page(wanted, rows, lambda row: row.key)
    edges = [
        Edge(
            cursor=cursor,
            node=StaleMention(place=row.place, document=from_place(row.place), line=row.line, text=row.text),
        )
        for cursor, row in shown.rows
    ]
    return Connection(edges=edges, page_info=shown.info, snapshot=session.seq)
