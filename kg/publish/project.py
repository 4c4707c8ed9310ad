"""Brings the graph from where a project stands to the head of its ref: the one thing that every trigger asks for.

In: a project's key and a ref. Out: what was there before, what is there now. Hooks, polls and people only say
that something may have changed; what is ingested is the head at the time of running. A run that another one
overtook looks again before it publishes, so a late one never takes newer data away.
"""

from dataclasses import dataclass, replace

from kg.errors import NotFound, Overtaken
from kg.graph import Graph
from kg.ingest.options import IngestOptions
from kg.ingest.pipeline import open_source
from kg.ingest.source.git import Source
from kg.ingest.told import told
from kg.publish.credentials import location
from kg.publish.gate_options import DEFAULT_GATES, GateOptions
from kg.publish.lease import hold_lease, this_process
from kg.publish.reconcile import Progress, ingest_from
from kg.publish.registration import move
from kg.publish.standing import Standing, standing
from kg.publish.window import WINDOW, KeepOptions
from kg.records import Records
from kg.records.heads import saw_head
from kg.records.holds import held
from kg.records.projects import Project, ProjectState, project
from kg.records.running import Result
from kg.schema.ids import line_base

LOOKS = 5
"""How often a run looks again when others overtake it."""


@dataclass(frozen=True, slots=True)
class Stores:
    """The graph and the records beside it, what is asked of a candidate before it is published, and which snapshots
    are kept to go back to."""

    graph: Graph
    records: Records
    gates: GateOptions = DEFAULT_GATES
    keep: KeepOptions = WINDOW


async def reconcile(
    stores: Stores, repo: str, ref: str, options: IngestOptions, progress: Progress
) -> Result:
    """Bring a project (or a repository that the graph holds) to the head of a ref; empty: the one it is
    held at. KgError with what to do."""
    for look in range(LOOKS):
        try:
            return await _bring(stores, repo, ref, options, progress)
        except Overtaken:
            if look == LOOKS - 1:
                raise
            progress("overtaken, looking again", 0, 1)
    raise AssertionError("unreachable")


async def _bring(stores: Stores, repo: str, ref: str, options: IngestOptions, progress: Progress) -> Result:
    before = await standing(stores.graph, repo)
    place = await find_place(stores, repo, before)
    if place.state is not ProjectState.CONNECTED:
        return Result(before.commit, before.commit, 0, f"the project is {place.state}")
    progress("fetching", 0, 1)
    source = await open_source(location(place), ref or place.ref, options.cache_dir, repo)
    await saw_head(stores.records, repo, source.ref, source.commit)
    if before.commit == source.commit and before.settings == await told(source, options):
        return Result(before.commit, source.commit, 0, "nothing had changed")
    if hold := await held(stores.records, repo, source.ref, source.commit):
        return Result(before.commit, before.commit, 0, f"{source.commit[:10]} is held: {hold.reason}")
    if before.url and before.url != source.url and await _is_same(stores.records, place):
        await _follow_move(stores.graph, source)

    async def still_connected(graph: Graph) -> None:
        state = (await find_place(stores, repo, before)).state
        if state is not ProjectState.CONNECTED:
            raise Overtaken(f"publish: the project {repo} is {state} since this was begun")

    gates = stores.gates
    outcome = await ingest_from(stores.graph, source, before, options, progress, gates, still_connected)
    return Result(before.commit, outcome.commit, outcome.snapshot, "; ".join(outcome.notes))


async def find_place(stores: Stores, repo: str, before: Standing) -> Project:
    """The project of this key; a repository that was ingested by hand is one at its registered URL and ref. A
    project without a ref is held at its default branch, whichever that is by now."""
    found = await project(stores.records, repo)
    if found is None and (base := line_base(repo)) and (of := await project(stores.records, base)):
        return replace(of, repo=repo, ref=repo.partition("@")[2], remote_id="")
    if found is None and not before.url:
        raise NotFound(f"no project is connected as {repo}, and the graph holds no repository of this key")
    return found or Project(repo, before.url, ref=before.ref)


async def _is_same(records: Records, place: Project) -> bool:
    """Whether its host says by an id that this is the project it was; of a line, the project that it is of."""
    of = await project(records, line_base(place.repo)) if line_base(place.repo) else place
    return of is not None and bool(of.remote_id)


async def _follow_move(graph: Graph, source: Source) -> None:
    """The host says by its id that it is the same project; the repository of its key is found there now."""
    async with hold_lease(graph, this_process(f"kg move {source.repo}")) as fence:
        await move(graph, fence, source.repo, source.url)
