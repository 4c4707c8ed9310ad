"""Which slot holds the vectors of which model, and how one model follows another.

In: the model of the settings. Out: the slot to fill. The same model keeps its slot; another one
builds in the other slot, while searches go on with the active one, and takes over in one step when
it is complete. Vectors of two models never meet in one index. Fills nothing itself.
"""

from hashlib import blake2b
from typing import Any

from kg.errors import GraphError
from kg.graph import Graph, Row
from kg.graph.migrate import await_online
from kg.ingest.enrich.vector_text import TEXT_VERSION
from kg.observe import log
from kg.schema.vectors import SlotName, SlotState, VectorModel, VectorSlot

EXPANSION = 6.0
"""Candidates an unquantised index looks at per wanted row; its own default, 1, finds 59 % of them at
500,000 vectors."""
EMPTY_BATCH = 2_000

# A statement for each slot: neither the name of an index nor its property can be a parameter.
_DROP_INDEX = {SlotName.A: "publish_drop_vector_index_a", SlotName.B: "publish_drop_vector_index_b"}
_CREATE_INDEX = {SlotName.A: "publish_create_vector_index_a", SlotName.B: "publish_create_vector_index_b"}


def recipe(model: VectorModel) -> str:
    """How a vector was made: every `embedding_key` begins with it, so a change of model or of the
    text shows at once which vectors are to be made again."""
    named = f"{model.model}\x1f{model.dimension}\x1f{model.prefix_mode}\x1f{TEXT_VERSION}"
    return blake2b(named.encode(), digest_size=6).hexdigest() + ":"


def property_of(slot: SlotName) -> str:
    """The property of the versions that the slot's index covers."""
    return f"embedding_{slot}"


async def list_slots(graph: Graph) -> tuple[VectorSlot, ...]:
    return tuple(_slot(row) for row in await graph.read("publish_list_vector_slots"))


async def settle(graph: Graph, model: VectorModel) -> VectorSlot:
    """The slot for this model, opened when there is none; unfinished closings are finished first."""
    await _finish_closing(graph)
    slots = await list_slots(graph)
    mine = next((slot for slot in slots if slot.model == model), None)
    others = [slot for slot in slots if slot is not mine and slot.state is SlotState.BUILDING]
    for other in others:
        log.warning("vectors: %s is given up for %s", other.model, model)
        await graph.write("publish_close_vector_slot", {"slot": other.slot})
    if others:
        await _finish_closing(graph)
    if mine is not None:
        return mine
    active = next((slot for slot in slots if slot.state is SlotState.ACTIVE), None)
    if active is None:
        return await _open(graph, VectorSlot(SlotName.A, model, SlotState.ACTIVE))
    log.warning("vectors: %s follows %s; searches use the old ones until then", model, active.model)
    return await _open(graph, VectorSlot(active.slot.other, model, SlotState.BUILDING))


async def switch(graph: Graph, slot: VectorSlot) -> None:
    """The slot is complete: searches use it from now on, and the one before it is emptied."""
    await graph.write("publish_switch_vector_slot", {"slot": slot.slot, "model": slot.model.model})
    log.warning("vectors: searches use %s now", slot.model)
    await _finish_closing(graph)


async def _open(graph: Graph, slot: VectorSlot) -> VectorSlot:
    """An empty index of the right dimension first, then the record."""
    await shape_index(graph, slot)
    written = await graph.write(
        "publish_open_vector_slot",
        {
            "slot": slot.slot,
            "model": slot.model.model,
            "dimension": slot.model.dimension,
            "similarity": slot.model.similarity,
            "prefix_mode": slot.model.prefix_mode,
            "state": slot.state,
        },
    )
    taken = _slot(written.rows[0])
    if taken.model != slot.model:
        raise GraphError(
            f"graph: vector slot {slot.slot} was taken for {taken.model} by another worker;"
            f" this one is set to {slot.model}: give both the same settings"
        )
    return taken


async def shape_index(graph: Graph, slot: VectorSlot) -> None:
    """The slot's index, empty and of the model's dimension. Dropped and made in one transaction: a
    search names both indexes, and fails where one is missing."""
    wanted = {
        "vector.dimensions": slot.model.dimension,
        "vector.similarity_function": slot.model.similarity,
        "vector.quantization.type": "NONE",
        "vector.default_search_expansion_factor": EXPANSION,
    }
    rows = await graph.read("publish_list_vector_indexes")
    config: dict[str, Any] = next(
        (row["config"] for row in rows if row["name"] == f"artifact_vector_{slot.slot}"), {}
    )
    if _fits(config, wanted):
        return
    await graph.define_together(
        (
            (_DROP_INDEX[slot.slot], {}),
            (_CREATE_INDEX[slot.slot], {"config": wanted}),
        )
    )
    await await_online(graph)


def _fits(config: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(str(config.get(key)).upper() == str(value).upper() for key, value in wanted.items())


async def _finish_closing(graph: Graph) -> None:
    """Take the vectors of every closing slot off, in short transactions, and free the slot; killed in
    between, the next start goes on."""
    slots = await list_slots(graph)
    active = next((slot for slot in slots if slot.state is SlotState.ACTIVE), None)
    for slot in slots:
        if slot.state is not SlotState.CLOSING:
            continue
        params = {
            "slot": slot.slot,
            "property": property_of(slot.slot),
            "kept": recipe(active.model) if active else "-",
            "limit": EMPTY_BATCH,
        }
        while (await graph.write("publish_empty_vector_slot", params)).rows[0]["emptied"]:
            pass
        await graph.write("publish_forget_vector_slot", {"slot": slot.slot})


def _slot(row: Row) -> VectorSlot:
    model = VectorModel(row["model"], row["dimension"], row["prefix_mode"], row["similarity"])
    return VectorSlot(SlotName(row["slot"]), model, SlotState(row["state"]))
