"""Options for a process that ingests one commit after the other: it keeps what it made, and a parser process.

In: the options of an ingest, and how much memory may be kept. Out: the same, warm, until the block ends.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from kg.ingest.options import IngestOptions
from kg.ingest.parse.child import Spare
from kg.ingest.warm import WarmStore


@asynccontextmanager
async def stay_warm(options: IngestOptions, limit_mb: int) -> AsyncIterator[IngestOptions]:
    spare = Spare()
    try:
        yield replace(
            options, warm=WarmStore(limit_mb * 1024 * 1024), parse=replace(options.parse, processes=spare)
        )
    finally:
        await spare.close()
