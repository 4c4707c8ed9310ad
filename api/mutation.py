"""The mutations: what operators may do (KG_API_OPERATORS; the local token may).

One line of work a field: what is done stands behind `Operations`. Whoever is no operator gets FORBIDDEN
before anything is looked at. To add one: a field here that begins with `operator(info)`.
"""

from typing import Annotated

import strawberry

from api.context import Info
from api.jobs import visible_job
from api.operating import operator
from api.types.jobs import WorkerJob, job_of
from api.types.operating import Hold, hold_of
from api.types.results import Freshness, freshness_of
from kg.records import Records
from kg.records import holds as records
from kg.records.jobs import cancel, retry, set_priority

Why = Annotated[str, strawberry.argument(description="Why, for the audit record and for who reads the hold.")]
RepositoryKey = Annotated[str, strawberry.argument(description="The repository's key.")]
RefName = Annotated[str, strawberry.argument(description="The branch or tag.")]
PinName = Annotated[
    str, strawberry.argument(description="The name: letters, digits and . _ - + @ /, not only digits.")
]
JobNumber = Annotated[int, strawberry.argument(description="The job's number.")]
CommitId = Annotated[str, strawberry.argument(description="The full commit id.")]


@strawberry.type(description="What a rollback did.")
class RolledBack:
    seq: int = strawberry.field(description="The snapshot that readers see now.")
    held: list[Freshness] = strawberry.field(
        description="The commits that were taken back; none comes back before its hold is released."
    )


@strawberry.type(description="What operators may do; for anybody else each of them is FORBIDDEN.")
class Mutation:
    @strawberry.field(
        description="Let readers see an earlier snapshot again, and hold the commits that came after it."
    )
    async def rollback(
        self,
        info: Info,
        reason: Why,
        to: Annotated[
            int, strawberry.argument(description="The number of the snapshot; 0: the one before.")
        ] = 0,
    ) -> RolledBack:
        who, operations = operator(info)
        done = await operations.roll_back(who, to, reason)
        return RolledBack(seq=done.seq, held=freshness_of(done.held))

    @strawberry.field(
        description="Publish the earlier commit of one repository and touch nobody else; what came after it is held"
        " at once. The worker does it: the answer is its job."
    )
    async def rollback_repository(
        self,
        info: Info,
        repository: RepositoryKey,
        reason: Why,
        to: Annotated[
            str,
            strawberry.argument(
                description="A full commit id or its first digits, or the number of a snapshot; empty: the commit"
                " before."
            ),
        ] = "",
    ) -> WorkerJob:
        who, operations = operator(info)
        return job_of(await operations.roll_back_repository(who, repository, to, reason))

    @strawberry.field(description="Keep one commit of a ref out of the graph; false when it was held before.")
    async def hold(
        self, info: Info, repository: RepositoryKey, ref: RefName, commit: CommitId, reason: Why
    ) -> bool:
        who, operations = operator(info)
        return await operations.hold(records.Hold(repository, ref, commit, reason, who))

    @strawberry.field(
        description="Let held commits come again with the next poll, hook or ingest; gives what was held."
    )
    async def release(
        self,
        info: Info,
        repository: RepositoryKey,
        commit: Annotated[
            str, strawberry.argument(description="One full commit id; empty: all of the repository.")
        ] = "",
    ) -> list[Hold]:
        who, operations = operator(info)
        return [hold_of(one) for one in await operations.release(who, repository, commit)]

    @strawberry.field(
        description="Keep a snapshot under a name, beyond the window; gives its number. No rollback goes past it."
    )
    async def pin(
        self,
        info: Info,
        name: PinName,
        reason: Why,
        seq: Annotated[
            int,
            strawberry.argument(
                description="The number of the snapshot; 0: the one that a tag of this name offered, else the"
                " active one."
            ),
        ] = 0,
    ) -> int:
        who, operations = operator(info)
        return await operations.pin(who, name, seq, reason)

    @strawberry.field(description="Take a pin away; gives the number of its snapshot.")
    async def unpin(self, info: Info, name: PinName, reason: Why) -> int:
        who, operations = operator(info)
        return await operations.unpin(who, name, reason)

    @strawberry.field(
        description="Say that the changed answers of a snapshot were looked at, which a pin may need; gives its number."
    )
    async def approve(
        self, info: Info, seq: Annotated[int, strawberry.argument(description="The number of the snapshot.")]
    ) -> int:
        who, operations = operator(info)
        await operations.approve(who, seq)
        return seq

    @strawberry.field(description="Take back a job: one that waits ends now, one that runs at its next step.")
    async def cancel_job(self, info: Info, number: JobNumber) -> WorkerJob:
        who, records = await _may_act_on(info, number)
        return job_of(await cancel(records, number, who))

    @strawberry.field(description="Another attempt of a job that failed, died or was cancelled.")
    async def retry_job(self, info: Info, number: JobNumber) -> WorkerJob:
        who, records = await _may_act_on(info, number)
        return job_of(await retry(records, number, who))

    @strawberry.field(description="How early a job that waits runs.")
    async def set_job_priority(
        self,
        info: Info,
        number: JobNumber,
        priority: Annotated[int, strawberry.argument(description="1 (first) to 9 (last).")],
    ) -> WorkerJob:
        _, records = await _may_act_on(info, number)
        return job_of(await set_priority(records, number, priority))


async def _may_act_on(info: Info, number: int) -> tuple[str, Records]:
    """Who asks, and the records, when that is an operator who may see the job."""
    who, _ = operator(info)
    reading = await info.context.reading()
    await visible_job(reading, number)
    return who, reading.service.records
