"""The loop of the worker that judges: hourly what is active, and every pin once.

In: stores, an embedder, the options. Works until it is cancelled; an error is told in one line and tried again.
"""

import asyncio
import time

from kg.errors import KgError
from kg.graph import Graph
from kg.llm.embedder import Embedder
from kg.observe import log
from kg.publish.gate_options import LiveOptions, Tier2Options
from kg.publish.live import watch
from kg.publish.pins import list_pins
from kg.publish.project import Stores
from kg.publish.questions import everything
from kg.publish.snapshots import active
from kg.publish.tier2 import judge
from kg.publish.vectors import coverage
from kg.retrieve.verdicts import list_verdicts
from kg.schema.gates import TIER_2

PATIENCE_SECONDS = 900.0
"""How long a snapshot is not judged because vectors of it are still to come: without them it finds less."""


async def judge_behind(
    stores: Stores, embedder: Embedder | None, options: Tier2Options, live: LiveOptions
) -> None:
    """For as long as the worker runs. Without questions tier 2 has nothing to judge by."""
    judged_at = -options.every_seconds
    patience = _Patience()
    while True:
        await asyncio.sleep(options.look_seconds)
        try:
            await watch(stores, live)
            seq = await due(stores.graph, time.monotonic() - judged_at >= options.every_seconds)
            if seq and options.questions and not await patience.waits(stores.graph, embedder, seq):
                await judge(stores, embedder, seq, options)
                judged_at = time.monotonic() if seq == await active(stores.graph) else judged_at
        except KgError as error:
            log.warning("gates: %s", error)
        except Exception:
            log.exception("gates: an error of kg; it is tried again")


class _Patience:
    """Waits for the vectors of a snapshot, not for ever."""

    def __init__(self) -> None:
        self._seq, self._since = 0, 0.0

    async def waits(self, graph: Graph, embedder: Embedder | None, seq: int) -> bool:
        if seq != self._seq:
            self._seq, self._since = seq, time.monotonic()
        if embedder is None or time.monotonic() - self._since > PATIENCE_SECONDS:
            return False
        found = await coverage(graph, seq, (await everything(graph)).tokens)
        return found.embedded < found.embeddable


async def due(graph: Graph, hour_is_over: bool) -> int:
    """The snapshot to judge next: a pin that never was, else the active one once an hour; 0 for none."""
    seq = await active(graph)
    pins = [one.seq for one in await list_pins(graph)]
    judged = await _judged(graph, [*pins, seq])
    waiting = [pin for pin in pins if pin not in judged]
    if waiting:
        return waiting[0]
    return seq if hour_is_over and seq not in judged else 0


async def _judged(graph: Graph, seqs: list[int]) -> set[int]:
    found = await list_verdicts(graph, seqs)
    return {seq for seq, verdicts in found.items() if any(one.tier == TIER_2 for one in verdicts)}
