"""A share of principals sees a new snapshot first; a rollback takes it from them too."""

from kg.graph import Graph
from kg.publish.follow import follow
from kg.publish.gate_options import EVERYBODY, Canary
from kg.publish.lease import hold_lease, this_process
from kg.publish.rollback import rollback
from kg.publish.snapshots import open_candidate, publish
from kg.retrieve.scope import LOCAL, Policy
from kg.retrieve.session import Wanted, bucket_of, open_session
from kg.schema.access import Principal
from kg.schema.snapshot import Report
from tests.publish.world import Method, World, load, stage_delta, watermark
from tests.shell import run

BASE: World = {"tax.py": {"rate": Method("0.2")}}
TENTH = Canary(percent=10, seconds=600.0)
NAMES = [f"person-{n}" for n in range(40)]


async def release(graph: Graph, body: str, canary: Canary) -> int:
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        await stage_delta(graph, candidate, "shop", {"tax.py": {"rate": Method(body)}})
        await publish(graph, candidate, watermark("shop", candidate), Report(), canary)
        await follow(graph, fence)
        return candidate.seq


async def seen(graph: Graph, name: str) -> int:
    return (await open_session(graph, Principal(name), Policy())).seq


async def test_a_tenth_sees_it_first_and_the_others_what_was_before(graph: Graph) -> None:
    """The same principals at every request; the owner is among them; a number may be asked for by anybody."""
    await load(graph, "shop", BASE)
    new = await release(graph, "0.25", TENTH)
    canaries = [name for name in NAMES if await seen(graph, name) == new]
    assert canaries == [name for name in NAMES if bucket_of(Principal(name)) < 10]
    assert 0 < len(canaries) < len(NAMES) // 2
    assert {await seen(graph, name) for name in NAMES if name not in canaries} == {1}
    assert await seen(graph, LOCAL) == new
    other = next(name for name in NAMES if name not in canaries)
    assert (await open_session(graph, Principal(other), Policy(), Wanted(new))).seq == new


async def test_others_do_not_see_half_of_what_follows(graph: Graph) -> None:
    """Publishing again within the time neither begins it anew nor shows the snapshot in between."""
    await load(graph, "shop", BASE)
    await release(graph, "0.25", TENTH)
    newest = await release(graph, "0.3", TENTH)
    other = next(name for name in NAMES if bucket_of(Principal(name)) >= 10)
    assert await seen(graph, other) == 1
    await run(graph, "MATCH (p:Pointer) SET p.trial_until = timestamp() - 1")
    assert await seen(graph, other) == newest


async def test_a_rollback_ends_it(graph: Graph) -> None:
    """Everybody sees the earlier snapshot."""
    await load(graph, "shop", BASE)
    await release(graph, "0.25", TENTH)
    async with hold_lease(graph, this_process("test")) as fence:
        await rollback(graph, fence, 1)
    assert {await seen(graph, name) for name in NAMES} == {1}


async def test_without_a_share_everybody_sees_it_at_once(graph: Graph) -> None:
    """Which is the default; it also ends the time of an earlier one."""
    await load(graph, "shop", BASE)
    await release(graph, "0.25", TENTH)
    newest = await release(graph, "0.3", EVERYBODY)
    assert {await seen(graph, name) for name in NAMES} == {newest}
