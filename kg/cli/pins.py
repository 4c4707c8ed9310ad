"""`kg pin | unpin | pins | vacuum`: what is kept beyond the window, and taking away what is not kept."""

import asyncio
import getpass
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.frame import Json, run_on_graph, run_on_stores, settings
from kg.cli.output import progress, say, show_json, show_table
from kg.graph import Graph
from kg.local import Progress
from kg.publish.lease import hold_lease, this_process
from kg.publish.vacuum import Vacuumed, VacuumOptions, has_work, seconds_until_due, vacuum
from kg.schema.snapshot import Snapshot

if TYPE_CHECKING:
    from kg.records import Records
    from kg.records.offers import Offer

_PIN = """Keep a snapshot under a name, beyond the window: it can be read and compared for as long as it has one.

    kg pin release-3            the active snapshot
    kg pin release-2 41         that one
    kg pin shop/orders@v1.4     the one that holds what this tag stands at (`kg pins` lists what tags offer)

Nothing is rolled back past a pin.
"""
_VACUUM = """Remove what no kept snapshot needs; the worker does it by itself.

Kept are the last few, young ones, pinned ones, and what was active until a moment ago (`kg config`:
snapshots_kept, snapshot_hours, snapshots_at_most). Ctrl-C is safe: the next run goes on.
"""
Reason = Annotated[str, typer.Option(help="Why, for `kg audit`.")]


def add(app: typer.Typer) -> None:
    app.command("pin", help=_PIN)(pin)
    app.command("unpin", help="Take a pin away: its snapshot stays as long as the window has it.")(unpin)
    app.command("pins", help="Pinned snapshots, and pins that tags offer.")(pins)
    app.command("vacuum", help=_VACUUM)(vacuum_all)


def pin(
    name: Annotated[str, typer.Argument(help="Its name; not only digits.")],
    seq: Annotated[
        int, typer.Argument(help="Number of the snapshot; 0: what a tag offered, or the active.")
    ] = 0,
    reason: Reason = "",
    as_json: Json = False,
) -> None:
    from kg.publish.operate import Operate

    kept = run_on_stores(
        lambda graph, records: Operate(graph, records, tier2=settings().tier2_options()).pin(
            getpass.getuser(), name, seq, reason
        )
    )
    if as_json:
        show_json({"name": name, "snapshot": kept})
    else:
        say(f"snapshot {kept} is kept as {name}")


def unpin(
    name: Annotated[str, typer.Argument(help="Its name.")], reason: Reason = "", as_json: Json = False
) -> None:
    from kg.publish.operate import Operate

    seq = run_on_stores(lambda graph, records: Operate(graph, records).unpin(getpass.getuser(), name, reason))
    if as_json:
        show_json({"name": name, "snapshot": seq})
    else:
        say(f"snapshot {seq} is not pinned any more")


def pins(as_json: Json = False) -> None:
    found, offers = run_on_stores(_pins)
    if as_json:
        show_json({"pins": found, "offers": offers})
        return
    show_table(
        ("pin", "snapshot", "published", "repositories"),
        [(one.pinned, one.seq, one.published_at[:19], len(one.watermarks)) for one in found],
    )
    for offer in offers:
        say(f"offered: {offer.name} ({offer.commit[:10]}); `kg pin {offer.name}` accepts")


def vacuum_all(as_json: Json = False) -> None:
    with progress() as told:
        done = run_on_graph(lambda graph: _vacuum(graph, told))
    if as_json:
        show_json({"retired": done.retired, "removed": done.removed})
    else:
        say(f"{done.retired} snapshots retired, {done.removed} versions and edges removed")


async def _pins(graph: Graph, records: "Records") -> "tuple[list[Snapshot], tuple[Offer, ...]]":
    from kg.publish.pins import list_pins
    from kg.records.offers import list_offers

    return await list_pins(graph), await list_offers(records)


async def _vacuum(graph: Graph, told: Progress) -> Vacuumed:
    """Round after round, each with the lease for a moment only; the grace of readers is waited for."""
    options = VacuumOptions(settings().keep_options())
    done = Vacuumed()
    while True:
        if await has_work(graph, options):
            async with hold_lease(graph, this_process("kg vacuum")) as fence:
                done += await vacuum(graph, fence, options)
            told("removing", done.removed, done.removed)
        elif seconds := await seconds_until_due(graph, options):
            told("waiting for readers", 0, 1)
            await asyncio.sleep(seconds)
        else:
            return done
