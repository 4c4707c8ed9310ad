"""Which commits touched which lines: spans of today's files, followed backwards through every commit. Pure.

In: spans by file at some commit, then its log, children before parents. A span keeps its lines through
insertions above it, renames of its file and commits beside it; it ends with the commit that first wrote it.
Parallel branches see a file in several states; a state is known by its blob, so each branch counts its own
lines; a merge leads from the state that it made to those of its parents, by their differences.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from kg.history.hunks import Hunk, Key, Spans, moved_back
from kg.history.log import FileChange, Logged, Merged
from kg.schema.history import Commit

Between = Callable[[str, str], Sequence[Hunk]]
"""Of an older and a newer blob, the hunks that lead from one to the other."""

_STATES = 32
"""States of a file that are held at a time: as many branches may run side by side."""


@dataclass(frozen=True, slots=True)
class Touched:
    """A commit that touched a span, and what it did to the file."""

    commit: Commit
    change: FileChange
    files: int
    """How many files the commit changed in all."""
    lines: tuple[int, int]
    """Where the span stood after it; (0, 0) for a whole file."""

    @property
    def path(self) -> str:
        return self.change.new_path


@dataclass(slots=True)
class _File(Generic[Key]):
    """A file of today on its way back."""

    whole: tuple[Key, ...]
    """Keys that stand for the file itself."""
    states: dict[str, Spans[Key]] = field(default_factory=dict)
    """Spans by blob, the latest last."""

    def at(self, blob: str, between: Between) -> Spans[Key]:
        """The spans in a state of the file."""
        if blob not in self.states and self.states:
            near, spans = next(reversed(self.states.items()))
            return moved_back(spans, between(blob, near))[0]
        return self.states.get(blob, {})

    def go_back(self, change: FileChange, spans: Spans[Key]) -> None:
        """To the state before a change: whatever came of the later one has been seen."""
        self.states.pop(change.new_blob, None)
        self._keep(change.old_blob, spans)

    def part(self, merged: Merged, between: Between) -> None:
        """To the states of a merge's parents."""
        spans = self.at(merged.blob, between)
        self.states.pop(merged.blob, None)
        for blob in merged.parents:
            if blob not in self.states:
                self._keep(blob, moved_back(spans, between(blob, merged.blob))[0])

    def _keep(self, blob: str, spans: Spans[Key]) -> None:
        self.states.pop(blob, None)
        self.states[blob] = spans
        while len(self.states) > _STATES:
            del self.states[next(iter(self.states))]


class Tracker(Generic[Key]):
    """Takes the log commit by commit; `touched` has what it saw so far, newest first."""

    def __init__(self, between: Between) -> None:
        self._between = between
        self.touched: dict[Key, list[Touched]] = defaultdict(list)
        self._files: dict[str, _File[Key]] = {}

    def add(
        self, path: str, blob: str, spans: Mapping[Key, tuple[int, int]], whole: Iterable[Key] = ()
    ) -> None:
        """A file as it is at the start; `whole` are keys that any change of it touches."""
        self._files[path] = _File(tuple(whole), {blob: dict(spans)})

    def see(self, logged: Logged) -> None:
        for merged in logged.merged:
            if merged.path in self._files:
                self._files[merged.path].part(merged, self._between)
        renamed: list[tuple[str, _File[Key]]] = []
        for change in logged.files:
            file = self._files.get(change.new_path)
            if file is None or change.status == "D":
                continue
            self._see_file(file, change, logged)
            if change.status in "RA":  # nothing older than the commit that added it is of this file
                del self._files[change.new_path]
            if change.status == "R":
                renamed.append((change.old_path, file))
        for path, file in renamed:  # after all of them: two files may have changed places
            self._files[path] = file

    def follows(self, key: Key) -> bool:
        """Whether lines of a key are still to be followed."""
        return any(key in spans for file in self._files.values() for spans in file.states.values())

    def _see_file(self, file: _File[Key], change: FileChange, logged: Logged) -> None:
        spans = file.at(change.new_blob, self._between)
        before, hit = moved_back(spans, change.hunks)
        for key in (*file.whole, *hit):
            lines = spans.get(key, (0, 0))
            self.touched[key].append(Touched(logged.commit, change, len(logged.files), lines))
        file.go_back(change, before)
