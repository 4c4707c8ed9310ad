"""Overwrites a text in every version of everything in the graph, at once and in place.

In: the text and its mask. Out: how many nodes and edges held it. Content, names and ids are masked alike, so
that all still fits together; the content hash and the index text are made anew, vectors and histories are
taken off and filled in again. What was there is still in the files of the store: see `rebuild`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from kg.graph import Graph, Row
from kg.ingest.batches import batches
from kg.ingest.enrich.index_text import DEFAULT_AVERAGE, filler_count, search_text
from kg.ingest.parse.denied import Denied
from kg.schema.details import ARTIFACT_DETAILS, details_in
from kg.schema.facts import Artifact, content_hash
from kg.schema.ids import Uid
from kg.schema.tokens import tokens
from kg.schema.vocabulary import Kind

BATCH = 200
SECONDS = 3_600.0
"""Every property of everything is looked at."""
_DERIVED = ("embedding_a", "embedding_b", "embedding_key", "history_text", "history_key")
_FIELDS = tuple(f.name for f in fields(Artifact) if f.name not in ("kind", "uid", "details"))


@dataclass(frozen=True, slots=True)
class Overwritten:
    nodes: int
    edges: int
    histories: int


async def overwrite(graph: Graph, text: str, denied: Denied) -> Overwritten:
    """Mask it everywhere; `denied` already holds its denial."""
    nodes = await graph.read("purge_find_nodes", {"text": text}, SECONDS)
    rows = [{"id": row["id"], "properties": _masked_node(row, denied)} for row in nodes]
    for batch in batches(rows, BATCH):
        await graph.write("purge_overwrite_nodes", {"rows": batch})
    edges = await graph.read("purge_find_edges", {"text": text}, SECONDS)
    rows = [{"id": row["id"], "properties": _masked(row["properties"], denied)} for row in edges]
    for batch in batches(rows, BATCH):
        await graph.write("purge_overwrite_edges", {"rows": batch})
    return Overwritten(len(nodes), len(edges), await _forget_histories(graph, text))


async def _forget_histories(graph: Graph, text: str) -> int:
    """Subjects of commits became terms of what they changed; which of them came of this text is not kept."""
    terms = sorted(set(tokens(text)))
    if not terms:
        return 0
    written = await graph.write("purge_forget_histories", {"terms": terms}, SECONDS)
    return int(written.rows[0]["forgotten"])


def _masked_node(row: Row, denied: Denied) -> Row:
    properties = _masked(row["properties"], denied)
    if "Artifact" not in row["labels"]:
        return properties
    everything = {**row["properties"], **properties}
    artifact = _artifact(everything)
    derived: Row = {name: None for name in _DERIVED if name in row["properties"]}
    if "search_text" in row["properties"]:
        derived["search_text"] = search_text(artifact, filler_count(DEFAULT_AVERAGE))
    return {**properties, **derived, "content_hash": content_hash(artifact)}


def _masked(properties: Mapping[str, Any], denied: Denied) -> Row:
    """The properties that change."""
    masked = {name: _value(value, denied) for name, value in properties.items()}
    return {name: value for name, value in masked.items() if value != properties[name]}


def _value(value: Any, denied: Denied) -> Any:
    if isinstance(value, str):
        return denied.mask(value)
    if isinstance(value, list) and value and isinstance(value[0], str):
        return [denied.mask(each) for each in value]
    return value


def _artifact(properties: Mapping[str, Any]) -> Artifact:
    """The content of a version as it was before it was stored."""
    content: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name in _FIELDS
        if (value := properties.get(name)) is not None
    }
    details = details_in(properties, ARTIFACT_DETAILS)
    return Artifact(kind=Kind(properties["kind"]), uid=Uid(properties["uid"]), details=details, **content)
