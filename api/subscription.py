"""The subscriptions: what happens while somebody looks. By Server-Sent Events, or graphql-transport-ws.

A stream is bounded in time, so that who lost a right, or went away without a word, is not served for ever: the
client subscribes again.
"""

from collections.abc import AsyncGenerator

import strawberry

from api import jobs
from api.context import Info
from api.types.jobs import WorkerJob
from api.types.words import InRepository

STREAM_SECONDS = 900.0


@strawberry.type(description="What happens, as it happens.")
class Subscription:
    @strawberry.subscription(
        description="A job that is new or has changed: its state, its step, how much is done. Ends after 15"
        " minutes; subscribe again."
    )
    async def job_changed(
        self, info: Info, repository: InRepository = None
    ) -> AsyncGenerator[WorkerJob, None]:
        async with info.context.service.streams.one_more(info.context.principal.id):
            async for job in jobs.changes(info.context, repository, STREAM_SECONDS):
                yield job
