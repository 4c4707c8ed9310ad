"""Opens a place that is no git repository as one: its mirror is brought to what the place holds now.

In: the place as it is written (`kg.ingest.source.places`), with its login. Out: a `Source`, like any other. A
commit that the mirror has is opened without asking the place. One process at a time reads a place into a mirror.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from kg.ingest.source.git import Source, commit_of
from kg.ingest.source.kept import BRANCH, Held, State, held_in, keep
from kg.ingest.source.mirror import locked, mirror_folder
from kg.ingest.source.places import Place, place_key, read_place

Reader = Callable[[Place, Held], Awaitable[State]]
"""What a place holds now. It need not read again what the mirror has."""
_READERS = {
    ("folder", False): "folder.read_folder",
    ("confluence", False): "confluence.read_space",
    ("confluence", True): "confluence_export.read_export",
    ("nacos", False): "nacos.read_nacos",
    ("nacos", True): "nacos.read_nacos_export",
    ("apollo", False): "apollo.read_apollo",
    ("apollo", True): "apollo.read_apollo_export",
}
"""By kind, and whether it is files; loaded when it is needed."""
_WATCHES = {"nacos": "nacos.watch_nacos", "apollo": "apollo.watch_apollo"}
_COMMIT = re.compile(r"[0-9a-f]{40}")


async def open_states(text: str, ref: str, cache_dir: Path, name: str) -> Source:
    """The newest state, or the one of a commit; raises SourceError with one clear line."""
    place = read_place(text)
    folder = mirror_folder(place.url, cache_dir)
    notes: tuple[str, ...] = ()
    if not (_COMMIT.fullmatch(ref) and (folder / "HEAD").exists()):
        notes = await _bring(place, folder)
    commit, committed_at = await commit_of(str(folder), ref or BRANCH, place.url)
    return Source(
        name or place_key(place), place.url, ref or BRANCH, commit, committed_at, str(folder), notes
    )


async def _bring(place: Place, folder: Path) -> tuple[str, ...]:
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    async with locked(folder.with_suffix(".lock")):
        held = await held_in(folder)
        state = await _reader(place)(place, held)
        await keep(folder, held, state, place.url)
    return state.notes


def can_watch(place: Place) -> bool:
    """Whether the place tells of changes by itself: of Apollo the config service does, its portal does not."""
    return (
        bool(place.server)
        and place.kind in _WATCHES
        and (place.kind != "apollo" or "/namespaces/" in place.path)
    )


def watch(place: Place) -> AsyncIterator[None]:
    """Goes on once after each change at a place that `can_watch`; raises SourceError."""
    changes: AsyncIterator[None] = _function(_WATCHES[place.kind])(place)
    return changes


def _reader(place: Place) -> Reader:
    is_files = not place.server and place.kind != "folder"
    reader: Reader = _function(_READERS[place.kind, is_files])
    return reader


def _function(named: str) -> Any:
    module, _, function = named.partition(".")
    return getattr(import_module(f"kg.ingest.source.{module}"), function)
