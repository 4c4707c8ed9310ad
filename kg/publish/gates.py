"""Tier 1: what every candidate must hold to before readers see it; a few statements over what it changed.

In: a candidate that is staged. Out: a `Verdict`, kept on its snapshot; GateFailed where a bound is broken and
nobody forces it. Cost follows the delta: of a first load the first `looked_at` versions are looked at. Tier 2
(`tier2`) asks whether answers got worse, which takes seconds, behind publishing.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

from kg.errors import GateFailed
from kg.graph import Graph
from kg.graph.fence import write_fenced
from kg.observe import log
from kg.publish.gate_options import DEFAULT_GATES, GateOptions
from kg.publish.questions import NAME as QUESTIONS
from kg.publish.questions import touched_questions
from kg.schema.gates import TIER_1, Gate, Verdict
from kg.schema.snapshot import Candidate, Report

_EXAMPLES = 3
_SHARE, _DEAD = "share of artifacts", "dead mentions"


async def pass_gates(
    graph: Graph, candidate: Candidate, repo: str, report: Report, options: GateOptions
) -> Verdict:
    """Keeps the verdict; raises GateFailed where it fails and is not forced."""
    started = time.perf_counter()
    found = await asyncio.gather(
        _delta(graph, candidate, options),
        _counts(graph, candidate, repo, report, options),
        _mentions(graph, candidate, options),
        touched_questions(graph, candidate.seq, candidate.base, options.questions),
    )
    missed = Gate.at_most("missed matches", report.missed, options.missed)
    gates = (missed, *(gate for gates in found for gate in gates))
    way_out = "`kg ingest --force` publishes it"
    return await _judged(graph, candidate, repo, gates, started, options.forced, way_out)


async def pass_gates_of_removal(graph: Graph, candidate: Candidate, repo: str) -> Verdict:
    """The same for a candidate without a repository: that things are gone is what was asked for."""
    started = time.perf_counter()
    gone = (_SHARE, _DEAD, QUESTIONS)
    later = [Gate.not_measured(name, "a repository is removed") for name in gone]
    gates = (*await _delta(graph, candidate, DEFAULT_GATES), *later)
    return await _judged(
        graph, candidate, repo, gates, started, False, "`kg verify --repair` puts right what is damaged"
    )


async def _judged(
    graph: Graph,
    candidate: Candidate,
    repo: str,
    gates: tuple[Gate, ...],
    started: float,
    forced: bool,
    way_out: str,
) -> Verdict:
    """The verdict, kept; GateFailed where a gate fails and nobody forces it."""
    canaries = Gate.not_measured("leak canaries", "comes with access rules")
    verdict = Verdict(TIER_1, (*gates, canaries), time.perf_counter() - started)
    verdict = replace(verdict, forced=forced and not verdict.passed)
    await store_verdict(graph, candidate.fence, candidate.seq, verdict)
    for gate in verdict.failed:
        log.warning("gates: snapshot %d: %s", candidate.seq, gate)
    if not verdict.passed and not forced:
        raise GateFailed(
            f"publish: snapshot {candidate.seq} of {repo} is not published:"
            f" {'; '.join(str(gate) for gate in verdict.failed)}."
            f" Readers go on with the one before; `kg gates` shows all figures, {way_out}"
        )
    return verdict


async def store_verdict(graph: Graph, fence: int, seq: int, verdict: Verdict) -> None:
    params = {
        "seq": seq,
        "tier": verdict.tier,
        "names": [gate.name for gate in verdict.gates],
        "states": [gate.state for gate in verdict.gates],
        "values": [float(gate.value) for gate in verdict.gates],
        "bounds": [float(gate.bound) for gate in verdict.gates],
        "notes": [gate.note for gate in verdict.gates],
        "seconds": verdict.seconds,
        "forced": verdict.forced,
    }
    await write_fenced(graph, "publish_store_verdict", fence, params)


async def _delta(graph: Graph, candidate: Candidate, options: GateOptions) -> Sequence[Gate]:
    params = {"seq": candidate.seq, "limit": options.looked_at}
    row = (await graph.read("publish_gate_delta", params))[0]
    said = _examples(row["examples"])
    counted = ((name, row[name]) for name in ("orphans", "dangling", "doubled"))
    return [Gate.at_most(_NAMES[name], count, 0, said if count else "") for name, count in counted]


_NAMES = {"orphans": "orphans", "dangling": "dangling edges", "doubled": "artifacts twice"}


async def _counts(
    graph: Graph, candidate: Candidate, repo: str, report: Report, options: GateOptions
) -> Sequence[Gate]:
    rows = await graph.read("publish_gate_counts", {"repo": repo, "base": candidate.base})
    before = rows[0]["nodes"] if rows else 0
    if before < options.small:
        return [Gate.not_measured(_SHARE, "a new or a small repository")]
    share = round(report.nodes / before, 3)
    return [Gate.at_least(_SHARE, share, options.least_share, f"{report.nodes} artifacts, {before} before")]


async def _mentions(graph: Graph, candidate: Candidate, options: GateOptions) -> Sequence[Gate]:
    if candidate.base == 0:
        return [Gate.not_measured(_DEAD, "nothing was published before")]
    params = {"seq": candidate.seq, "limit": options.looked_at}
    row = (await graph.read("publish_gate_mentions", params))[0]
    return [Gate.at_most(_DEAD, row["dead"], options.dead_mentions, _examples(row["examples"]))]


def _examples(uids: Sequence[str]) -> str:
    return ", ".join(uids[:_EXAMPLES])
