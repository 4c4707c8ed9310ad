"""One publisher at a time for the whole graph: a lease with a fencing number in Neo4j.

Taking it raises the number; every write of ingest and publish checks it, so who lost the lease can't
write any more, however late its writes arrive. A lease whose holder died on this machine is taken
over at once, another one when it expires. Times are Neo4j's, so clocks need not agree.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import psutil

from kg.errors import FenceLost, GraphError, GraphTimeout
from kg.graph import Graph, Row
from kg.graph.fence import write_fenced
from kg.observe import log


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds the lease: a purpose for people, and the process, so that its death is seen."""

    purpose: str
    host: str
    pid: int
    started: float


@dataclass(frozen=True, slots=True)
class LeaseOptions:
    expiry_seconds: float = 60.0
    """How long a holder that nobody can ask is waited for; renewed at a third of it."""
    wait_seconds: float = 3600.0
    retry_seconds: float = 0.5


NOBODY = -1


def this_process(purpose: str) -> Holder:
    """The running process as a holder, for what it is about to do: `kg ingest shop`."""
    return Holder(purpose, socket.gethostname(), os.getpid(), psutil.Process().create_time())


def silent(holder: str) -> None:
    """For callers that do not show whom they wait for."""


@asynccontextmanager
async def hold_lease(
    graph: Graph,
    holder: Holder,
    options: LeaseOptions | None = None,
    waiting: Callable[[str], None] = silent,
) -> AsyncIterator[int]:
    """The fence to write with. Waits for its turn (`waiting` is told for whom), renews meanwhile,
    and gives the lease back at the end."""
    chosen = options or LeaseOptions()
    fence = await _acquire(graph, holder, chosen, waiting)
    renewing = asyncio.create_task(_renew(graph, fence, chosen))
    try:
        yield fence
    finally:
        renewing.cancel()
        await asyncio.gather(renewing, return_exceptions=True)
        with suppress(GraphError):  # Neo4j is gone: the lease ends by itself, and the cause is told
            await graph.write("publish_release_lease", {"fence": fence})


async def _acquire(
    graph: Graph, holder: Holder, options: LeaseOptions, waiting: Callable[[str], None]
) -> int:
    deadline = asyncio.get_running_loop().time() + options.wait_seconds
    evict = NOBODY
    while True:
        row = await _try(graph, holder, options, evict)
        if row["acquired"]:
            return int(row["fence"])
        evict = row["fence"] if _is_dead(row) else NOBODY
        if evict != NOBODY:
            log.warning("lease: %s (process %s) is gone; taking over", row["holder"], row["pid"])
            continue
        if asyncio.get_running_loop().time() >= deadline:
            raise GraphTimeout(
                f"publish: waited {options.wait_seconds:g} s for {row['holder']} on {row['host']}"
                f" (process {row['pid']}) to finish; try again when it is done"
            )
        waiting(row["holder"])
        await asyncio.sleep(options.retry_seconds)


async def _try(graph: Graph, holder: Holder, options: LeaseOptions, evict: int) -> Row:
    written = await graph.write(
        "publish_acquire_lease",
        {
            "holder": holder.purpose,
            "host": holder.host,
            "pid": holder.pid,
            "started": holder.started,
            "ttl_ms": int(options.expiry_seconds * 1000),
            "evict": evict,
        },
    )
    return written.rows[0]


def _is_dead(row: Row) -> bool:
    """True only for a process of this machine that is gone: its number is free, or another's now."""
    if row["host"] != socket.gethostname():
        return False
    try:
        return bool(abs(psutil.Process(row["pid"]).create_time() - row["started"]) > 1.0)
    except psutil.NoSuchProcess:
        return True
    except psutil.AccessDenied:
        return False


async def _renew(graph: Graph, fence: int, options: LeaseOptions) -> None:
    """Until cancelled or lost; the holder learns of a loss by its next write."""
    ttl_ms = int(options.expiry_seconds * 1000)
    while True:
        await asyncio.sleep(options.expiry_seconds / 3)
        try:
            await write_fenced(graph, "publish_renew_lease", fence, {"ttl_ms": ttl_ms})
        except FenceLost:
            log.warning("lease: lost (fence %s)", fence)
            return
        except Exception as error:  # Neo4j may be away for a moment; the next try may find it
            log.warning("lease: not renewed: %s", type(error).__name__)
