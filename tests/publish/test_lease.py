"""One writer at a time, and a late one cannot write."""

import asyncio
import socket
import subprocess
import sys

import pytest

from kg.errors import FenceLost, GraphTimeout
from kg.graph import Graph
from kg.publish.lease import Holder, LeaseOptions, hold_lease, this_process
from kg.publish.snapshots import open_candidate
from tests.publish.test_versions import PAY
from tests.publish.world import load, stage_delta
from tests.shell import run

FAR = Holder("elsewhere", "another-host", 1, 0.0)
QUICK = LeaseOptions(expiry_seconds=0.3, wait_seconds=5, retry_seconds=0.05)


def dead_process() -> Holder:
    """A process of this host that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return Holder("crashed", socket.gethostname(), process.pid, 1.0)


async def take(graph: Graph, holder: Holder, options: LeaseOptions) -> int:
    """Take the lease and vanish: it is neither renewed nor given back."""
    context = hold_lease(graph, holder, options)
    fence = await context.__aenter__()
    vanish(context)
    return fence


def vanish(context: object) -> None:
    """End the renewal of an open lease without giving it back."""
    for task in asyncio.all_tasks():
        if getattr(task.get_coro(), "__name__", "") == "_renew":
            task.cancel()
    KEPT.append(context)


KEPT: list[object] = []
"""Contexts that must not be collected: collection would give the lease back."""


async def test_writers_take_turns(graph: Graph) -> None:
    """Of many that want the lease at once, one holds it at a time, each with a higher fence."""
    inside, fences = 0, []

    async def writer() -> None:
        nonlocal inside
        async with hold_lease(graph, this_process("test"), LeaseOptions(retry_seconds=0.02)) as fence:
            inside += 1
            assert inside == 1
            fences.append(fence)
            await asyncio.sleep(0.01)
            inside -= 1

    await asyncio.gather(*[writer() for _ in range(8)])
    assert fences == sorted(set(fences))
    assert len(fences) == 8


async def test_a_stale_fence_cannot_write(graph: Graph) -> None:
    """Who lost the lease is refused, and nothing of it is stored."""
    late = await take(graph, FAR, QUICK)
    candidate = await open_candidate(graph, late, grace_seconds=0)
    async with hold_lease(graph, this_process("test"), QUICK) as fence:
        assert fence > late
        with pytest.raises(FenceLost, match="took over the lease"):
            await stage_delta(graph, candidate, "shop", PAY)
        with pytest.raises(FenceLost):
            await open_candidate(graph, late, grace_seconds=0)
    assert await run(graph, "MATCH (a:Artifact) RETURN a") == []


async def test_the_lease_of_a_dead_process_is_taken_over_at_once(graph: Graph) -> None:
    """A crash on this machine costs nobody the expiry."""
    await take(graph, dead_process(), LeaseOptions(expiry_seconds=600))
    async with asyncio.timeout(60):
        await load(graph, "shop", PAY)


async def test_waiting_says_for_whom_and_ends(graph: Graph) -> None:
    """A live holder is waited for, by name, until the time is up."""
    told: list[str] = []
    await take(graph, FAR, LeaseOptions(expiry_seconds=600))
    with pytest.raises(GraphTimeout, match="elsewhere on another-host"):
        async with hold_lease(graph, this_process("test"), LeaseOptions(60, 0.2, 0.05), told.append):
            pass
    assert set(told) == {"elsewhere"}


async def test_a_lease_is_renewed_while_it_is_held(graph: Graph) -> None:
    """Work that takes longer than the expiry keeps the lease."""
    async with hold_lease(graph, FAR, QUICK):
        await asyncio.sleep(0.8)
        with pytest.raises(GraphTimeout):
            async with hold_lease(graph, this_process("test"), LeaseOptions(60, 0.1, 0.05)):
                pass
