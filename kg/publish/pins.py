"""Pins: a snapshot kept under a name beyond the window, and never truncated: no rollback goes past it.

In: a name, and a snapshot by number, or none: then the one that a tag of this name offered, else the active
one. A tag ingests nothing; it only offers, and somebody accepts with `kg pin`.
"""

import re

from kg.errors import SettingsError, SnapshotGone, SnapshotPinned
from kg.graph import Graph
from kg.publish.approval import check_approved
from kg.publish.gate_options import NO_APPROVAL, Tier2Options
from kg.publish.snapshots import active, list_entries, list_snapshots
from kg.publish.window import published
from kg.records import Records
from kg.records.audit import note
from kg.records.offers import Offer, drop_offer, find_offer, keep_offer
from kg.schema.snapshot import Snapshot

UNSAID = 0
"""No number was given."""
_NAME = re.compile(r"(?!\d+$)[\w.+@/\-]{1,200}")


async def offer_pin(records: Records, repo: str, tag: str, commit: str) -> Offer | None:
    """A tag was pushed: what it stands at can be pinned as `REPO@TAG`. The newest commit of a tag counts. None for
    a tag that has marks which no pin's name may have."""
    offer = Offer(f"{repo}@{tag}", repo, tag, commit)
    if not _NAME.fullmatch(offer.name):
        return None
    await keep_offer(records, offer)
    return offer


async def pin(
    graph: Graph,
    records: Records,
    who: str,
    name: str,
    seq: int,
    reason: str,
    tier2: Tier2Options = NO_APPROVAL,
) -> int:
    """Keep a snapshot under a name; its number. SnapshotGone when it is not kept any more, SnapshotPinned
    when the name or the snapshot is taken."""
    check_name(name)
    chosen = seq or await _offered(graph, records, name) or await active(graph)
    await check_approved(graph, chosen, tier2)
    if not (await graph.write("publish_pin_snapshot", {"name": name, "seq": chosen})).rows:
        await _refuse(graph, name, chosen)
    await drop_offer(records, name)
    await note(records, who, "pin", f"{name} = snapshot {chosen}", reason)
    return chosen


async def unpin(graph: Graph, records: Records, who: str, name: str, reason: str) -> int:
    """Take a name away: its snapshot is kept as long as the window has it; SnapshotGone for no such pin."""
    rows = (await graph.write("publish_unpin_snapshot", {"name": name})).rows
    if not rows:
        raise SnapshotGone(f"publish: no snapshot is pinned as {name}; `kg pins` lists them")
    seq = int(rows[0]["seq"])
    await note(records, who, "unpin", f"{name} = snapshot {seq}", reason)
    return seq


async def list_pins(graph: Graph) -> list[Snapshot]:
    """The pinned snapshots, newest first."""
    return [one for one in await list_snapshots(graph) if one.pinned]


async def holding(graph: Graph, repo: str, commit: str) -> int:
    """The newest kept snapshot that holds this commit; 0 when none does."""
    for entry in published(await list_entries(graph), await active(graph)):
        if any((mark.repo, mark.commit) == (repo, commit) for mark in entry.snapshot.watermarks):
            return entry.snapshot.seq
    return 0


def check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise SettingsError(
            f"pin: {name[:80]!r} is no name of a pin: letters, digits and . _ - + @ /, and not only digits"
        )


async def _offered(graph: Graph, records: Records, name: str) -> int:
    """The snapshot of an offer; 0 when nothing of this name is offered."""
    offer = await find_offer(records, name)
    if offer is None:
        return UNSAID
    seq = await holding(graph, offer.repo, offer.commit)
    if not seq:
        raise SnapshotGone(
            f"publish: no kept snapshot holds {offer.repo} at {offer.commit[:10]}, which {offer.tag} stands at;"
            " ingest it first, or give a number"
        )
    return seq


async def _refuse(graph: Graph, name: str, seq: int) -> None:
    for one in await list_pins(graph):
        if name == one.pinned or seq == one.seq:
            raise SnapshotPinned(
                f"publish: snapshot {one.seq} is pinned as {one.pinned}; `kg unpin {one.pinned}` first"
            )
    raise SnapshotGone(f"publish: snapshot {seq} is not kept; `kg snapshots` lists what is")
