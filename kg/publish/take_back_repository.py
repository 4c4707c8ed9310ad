"""Takes back one repository: its earlier commit is published as a new snapshot, and nobody else is touched.

In: the repository, and how far. Out: what the ingest did. The earlier commit is ingested from the mirror, as any
commit is: what was read of its files is cached, contracts with other repositories are matched anew, and the way is
the one that is tested most. What came after it is held first, so that no poll brings it straight back.
"""

from dataclasses import replace

from kg.errors import KgError
from kg.ingest.options import IngestOptions
from kg.ingest.pipeline import open_source
from kg.publish.credentials import location
from kg.publish.earlier import hold_since, let_come_again
from kg.publish.gate_options import EVERYBODY
from kg.publish.project import Stores, find_place
from kg.publish.reconcile import Outcome, Progress, ingest_from
from kg.publish.standing import standing
from kg.records.holds import release
from kg.records.jobs import Job
from kg.records.running import Result
from kg.schema.snapshot import Watermark


async def take_back_repository(
    stores: Stores, repo: str, to: str, by: str, reason: str, options: IngestOptions, progress: Progress
) -> Outcome:
    """Publish the earlier commit; raises what `hold_since` does."""
    mark, held = await hold_since(stores.graph, stores.records, repo, to, by, reason)
    try:
        return await _bring(stores, mark, options, progress)
    except KgError:  # nothing was published
        await let_come_again(stores.records, held)
        raise


async def run_rollback(stores: Stores, job: Job, options: IngestOptions, progress: Progress) -> Result:
    """The same as a job of the worker: the holds are there since it was asked for."""
    before = await standing(stores.graph, job.repo)
    if before.commit == job.after:
        return Result(before.commit, job.after, 0, "it stands there already")
    try:
        outcome = await _bring(stores, Watermark(job.repo, job.ref, job.after, ""), options, progress)
    except KgError as error:
        if not error.temporary:  # nothing is taken back: what readers go on with is not held
            await release(stores.records, job.repo, before.commit)
        raise
    return Result(before.commit, outcome.commit, outcome.snapshot, "; ".join(outcome.notes))


async def _bring(stores: Stores, mark: Watermark, options: IngestOptions, progress: Progress) -> Outcome:
    before = await standing(stores.graph, mark.repo)
    place = await find_place(stores, mark.repo, before)
    source = await open_source(location(place), mark.commit, options.cache_dir, mark.repo)
    source = replace(source, ref=mark.ref or before.ref)
    # Readers had it before: a bound that it breaks now is on its verdict, and it is everybody's at once.
    gates = replace(stores.gates, forced=True, canary=EVERYBODY)
    return await ingest_from(stores.graph, source, before, options, progress, gates)
