"""The Python call graph of a folder, as the benchmarks of Python compare it. Parses and resolves here,
in this process, and says how much CPU that took."""

import gc
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kg.ingest.parse.python import parse_python
from kg.ingest.parse.unit import Unit
from kg.ingest.resolve.python import resolve_python
from kg.schema.facts import Artifact, Edge, Facts, Resolution
from kg.schema.vocabulary import EdgeType, Form

REPO = "bench"


@dataclass(frozen=True, slots=True)
class Graph:
    """Facts of the files, and what was resolved from them."""

    files: list[Facts]
    resolution: Resolution
    lines: int
    cpu_seconds: float

    @property
    def calls(self) -> list[Edge]:
        return [edge for edge in self.resolution.edges if edge.type == EdgeType.CALLS]


def graph_of(sources: Mapping[str, str]) -> Graph:
    gc.collect()
    started = time.process_time()
    files = [parse_python(Unit(REPO, p, "blob", text, "utf-8", "python")) for p, text in sources.items()]
    resolution = resolve_python(files)
    seconds = time.process_time() - started
    return Graph(files, resolution, sum(text.count("\n") for text in sources.values()), seconds)


def sources_of(folder: Path, *parts: str) -> dict[str, str]:
    """The Python files of a checkout, or of some folders in it."""
    roots = [folder / part for part in parts] or [folder]
    files = sorted(file for root in roots for file in root.rglob("*.py") if file.is_file())
    return {
        str(file.relative_to(folder)): file.read_text(encoding="utf-8", errors="replace") for file in files
    }


class Places:
    """Where the artifacts of a graph stand: from lines to artifacts and back."""

    def __init__(self, graph: Graph) -> None:
        self.artifacts: dict[str, Artifact] = {a.uid: a for file in graph.files for a in file.artifacts}
        self.lines: dict[str, tuple[int, int]] = {}
        self._at: dict[tuple[str, int], str] = {}
        self._in: dict[str, list[tuple[int, int, str]]] = {}
        self._owner: dict[str, str] = {}
        for file in graph.files:
            for edge in file.edges:
                self._add(edge)

    def _add(self, edge: Edge) -> None:
        artifact = self.artifacts.get(edge.target)
        if edge.type != EdgeType.DEFINES or artifact is None:
            return
        self.lines[artifact.uid] = edge.start_line, edge.end_line
        self._owner[artifact.uid] = edge.source
        self._in.setdefault(artifact.path, []).append((edge.start_line, edge.end_line, artifact.uid))
        if artifact.form != Form.MODULE:
            self._at[artifact.path, edge.start_line] = artifact.uid

    def at(self, path: str, line: int) -> str:
        """The function or class that begins there; empty where none does."""
        return self._at.get((path, line), "")

    def module(self, path: str) -> str:
        return next((uid for *_, uid in self._in.get(path, ()) if self._is_module(uid)), "")

    def inside(self, path: str, line: int) -> str:
        """The innermost artifact around a line."""
        around = [(e - s, -s, uid) for s, e, uid in self._in.get(path, ()) if s <= line <= e]
        return min(around)[2] if around else ""

    def owner(self, uid: str) -> str:
        """What defines an artifact: a class, a function, a module."""
        return self._owner[uid]

    def _is_module(self, uid: str) -> bool:
        return self.artifacts[uid].form == Form.MODULE
