"""The logical graph of one snapshot as canonical lines of JSON, and their digest.

In it: uid and content of every artifact, every edge with its ends, how, confidence, sites and lines.
Not in it: vid, intervals, times, scopes, derived properties, and whatever else depends on the way
the graph came about. Two graphs of the same commits have the same lines.
"""

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import fields
from hashlib import blake2b
from typing import Any

from kg.graph import Graph
from kg.schema.access import Scope
from kg.schema.details import ARTIFACT_DETAILS, EDGE_DETAILS
from kg.schema.facts import Artifact, Edge

PAGE = 2_000

_CONTENT = (*(f.name for f in fields(Artifact) if f.name != "details"), *ARTIFACT_DETAILS)
_EDGE = (
    *(f.name for f in fields(Edge) if f.name not in ("type", "source", "target", "details")),
    *EDGE_DETAILS,
)


async def export(graph: Graph, seq: int) -> AsyncIterator[str]:
    """Every line, artifacts in the order of uids, each followed by the edges that start there."""
    async for line in _export(graph, "publish_export_page", {"seq": seq}):
        yield line


async def export_visible(graph: Graph, seq: int, scope: Scope) -> AsyncIterator[str]:
    """Like `export`, of what a scope sees: an edge shows when both its ends do."""
    params = {"seq": seq, "scopes": list(scope.tokens)}
    async for line in _export(graph, "publish_export_visible_page", params):
        yield line


async def export_hash(graph: Graph, seq: int) -> str:
    """A digest of the export: equal for equal graphs, whatever their history."""
    digest = blake2b(digest_size=16)
    async for line in export(graph, seq):
        digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()


async def _export(graph: Graph, name: str, params: Mapping[str, Any]) -> AsyncIterator[str]:
    after = ""
    while rows := await graph.read(name, {**params, "after": after, "limit": PAGE}):
        for row in rows:
            yield _line({key: row["content"][key] for key in _CONTENT if key in row["content"]})
            for edge in sorted(_edge(row["uid"], *edge) for edge in row["edges"]):
                yield edge
        after = rows[-1]["uid"]


def _edge(source: str, type: str, target: str, stored: Mapping[str, Any]) -> str:
    named = {"type": type, "source": source, "target": target}
    return _line({**named, **{key: stored[key] for key in _EDGE if key in stored}})


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
