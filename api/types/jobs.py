"""Jobs as the schema shows them."""

from datetime import datetime

import strawberry

from kg.records import jobs as records
from kg.records.jobs import JobState

strawberry.enum(
    JobState,
    name="JobState",
    description="Where a job is. FAILED is tried again by itself, DEAD only when somebody asks for it; RUNNING is"
    " said while its worker was heard of in the last half minute, then INTERRUPTED until another one goes on.",
)


@strawberry.type(
    description="Something that the worker was asked to do. (`Job` is a kind of artifact: a job of a pipeline.)"
)
class WorkerJob:
    number: int = strawberry.field(description="Its number; newer jobs have higher ones.")
    kind: str = strawberry.field(description="What is done: `reconcile` brings the head of a ref.")
    repository: str = strawberry.field(description="The key of the repository.")
    ref: str = strawberry.field(description="The branch; empty: the one that the project holds.")
    before: str = strawberry.field(description="The commit the graph stood at; empty for none.")
    after: str = strawberry.field(
        description="The commit it brought, or was asked for while it has not ended."
    )
    attempt: int = strawberry.field(description="Which attempt this is, from 1.")
    priority: int = strawberry.field(description="1 is first, 9 is last.")
    state: JobState = strawberry.field(description="Where it is.")
    step: str = strawberry.field(description="What is being done; empty before it begins.")
    done: int = strawberry.field(description="How much of the step is done.")
    total: int = strawberry.field(description="Of how much.")
    reason: str = strawberry.field(description="Why it failed, died or was cancelled, or what is to be said.")
    snapshot: int | None = strawberry.field(description="The snapshot that it published.")
    asked_by: str = strawberry.field(description="Who asked: a name, `poll`, a host.")
    created_at: str = strawberry.field(description="When it was asked for, ISO 8601.")
    started_at: str | None = strawberry.field(description="When this attempt began.")
    ended_at: str | None = strawberry.field(description="When it ended.")


def job_of(job: records.Job) -> WorkerJob:
    return WorkerJob(
        number=job.id,
        kind=job.kind,
        repository=job.repo,
        ref=job.ref,
        before=job.before,
        after=job.after,
        attempt=job.attempt,
        priority=job.priority,
        state=job.state,
        step=job.step,
        done=job.done,
        total=job.total,
        reason=job.reason,
        snapshot=job.snapshot or None,
        asked_by=job.asked_by,
        created_at=job.created_at.isoformat(),
        started_at=_shown(job.started_at),
        ended_at=_shown(job.ended_at),
    )


def _shown(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
