"""Builds kg's own store anew from what is left in it: a deleted text stays in the files of a store.

After an overwrite, a delete and a clean stop it is still in the string store, the indexes and the transaction
logs, and this edition has no checkpoint on demand. So: everything is dumped, the server stops, its data folder
is put aside, a fresh one is loaded by ordinary writes, counted, and the old one is deleted; on any failure the
old one comes back. Nothing else may use the graph meanwhile (the lease is held, the services are stopped).
"""

import asyncio
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from kg.errors import GraphError
from kg.graph import Graph, Row, connect, packed
from kg.graph.migrate import migrate, migrate_before_load
from kg.local import LocalOptions, Progress
from kg.local.server import start_server, stop_server
from kg.publish.slots import list_slots, shape_index

PAGE = 1_000
EDGE_PAGE = 5_000
SECONDS = 3_600.0
_VECTORS = ("embedding_a", "embedding_b")


async def dump(graph: Graph, folder: Path) -> dict[str, int]:
    """The whole store into files of pages; how many nodes and edges it has."""
    await asyncio.to_thread(folder.mkdir, mode=0o700, parents=True)
    await _dump(graph, "purge_dump_nodes", PAGE, folder / "nodes")
    await _dump(graph, "purge_dump_edges", EDGE_PAGE, folder / "edges")
    return await _count(graph)


async def rebuild(local: LocalOptions, folder: Path, counts: dict[str, int], progress: Progress) -> None:
    """A fresh store from a dump, in place of the old one. The server stands still before, and runs after."""
    aside = local.data.with_name("data.purged")
    password = local.password_file.read_bytes()
    local.data.rename(aside)
    try:
        ready = await start_server(local, progress)
        async with connect(ready.graph) as graph:
            await _load(graph, folder, progress)
            if (loaded := await _count(graph)) != counts:
                raise GraphError(f"graph: the store built anew has {loaded}, the old one had {counts}")
    except BaseException:
        await stop_server(local)
        shutil.rmtree(local.data, ignore_errors=True)
        aside.rename(local.data)
        local.password_file.write_bytes(password)
        await start_server(local, progress)
        raise
    await asyncio.to_thread(shutil.rmtree, aside)


async def _dump(graph: Graph, name: str, size: int, folder: Path) -> None:
    await asyncio.to_thread(folder.mkdir)
    skip = 0
    while rows := await graph.read(name, {"skip": skip, "limit": size}, SECONDS):
        page = pickle.dumps(rows, pickle.HIGHEST_PROTOCOL)
        await asyncio.to_thread((folder / f"{skip:012}").write_bytes, page)
        skip += len(rows)


async def _load(graph: Graph, folder: Path, progress: Progress) -> None:
    await migrate_before_load(graph)
    ids: dict[str, str] = {}
    for rows in _dumped(folder / "nodes"):
        kept = [row for row in rows if "Migration" not in row["labels"]]  # a fresh store has its own
        await _load_nodes(graph, kept, ids)
        progress("building the store anew", len(ids), len(ids))
    for rows in _dumped(folder / "edges"):
        ends = [{**row, "source": ids[row["source"]], "target": ids[row["target"]]} for row in rows]
        await graph.write("purge_load_edges", {"rows": ends}, SECONDS)
    await migrate(graph)
    for slot in await list_slots(graph):
        await shape_index(graph, slot)


async def _load_nodes(graph: Graph, rows: list[Row], ids: dict[str, str]) -> None:
    plain = [{"labels": row["labels"], "properties": _plain(row)} for row in rows]
    written = await graph.write("purge_load_nodes", {"rows": plain}, SECONDS)
    made = written.rows[0]["ids"]
    ids.update(zip((row["id"] for row in rows), made, strict=True))
    vectors = [
        {"id": new, "property": name, "vector": packed(np.array(row["properties"][name], dtype=np.float32))}
        for row, new in zip(rows, made, strict=True)
        for name in _VECTORS
        if row["properties"].get(name) is not None
    ]
    if vectors:
        await graph.write("purge_load_vectors", {"rows": vectors}, SECONDS)


def _plain(row: Row) -> Row:
    """Its properties without vectors; the lease of this purge ends with the store it was held on."""
    given = {name: value for name, value in row["properties"].items() if name not in _VECTORS}
    return {**given, "expires_at": 0} if "Lease" in row["labels"] else given


def _dumped(folder: Path) -> Iterator[list[Row]]:
    for path in sorted(folder.iterdir()):
        rows: Any = pickle.loads(path.read_bytes())  # noqa: S301 - our own dump of a moment ago
        yield rows


async def _count(graph: Graph) -> dict[str, int]:
    (row,) = await graph.read("purge_count", {}, SECONDS)
    return {"nodes": row["nodes"], "edges": row["edges"]}
