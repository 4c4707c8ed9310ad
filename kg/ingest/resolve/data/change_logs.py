"""Change logs of Liquibase in the order in which they include each other.

In: the `ChangeLog`s and scripts of a repository. Out: for each log that no other one includes, its changes
and those of what it includes, with their files. A path that is not relative is looked for on the class path:
the file whose path ends so, nearest to the log that asks. Pure.
"""

import posixpath
from collections.abc import Iterator, Mapping

from kg.ingest.resolve.data.jvm_classes import nearness
from kg.schema.data import ChangeLog, Include, Migration, TableChange
from kg.schema.facts import Facts

Placed = tuple[Facts, TableChange]


class ChangeLogs:
    """All files that a log may include, by path."""

    def __init__(self, logs: list[tuple[Facts, ChangeLog]], scripts: list[tuple[Facts, Migration]]) -> None:
        self._logs = {facts.file.path: (facts, log.items) for facts, log in logs}
        self._files: dict[str, tuple[Facts, tuple[TableChange | Include, ...]]] = {
            **{facts.file.path: (facts, script.changes) for facts, script in scripts},
            **self._logs,
        }
        self._included = {
            there: None
            for path, (_, items) in self._logs.items()
            for item in items
            if isinstance(item, Include)
            for there in self._paths(item, path)
        }

    @property
    def included(self) -> Mapping[str, None]:
        """The paths of files that are applied as part of a log."""
        return self._included

    def roots(self) -> Iterator[str]:
        """The logs where a history begins."""
        return (path for path in sorted(self._logs) if path not in self._included)

    def changes(self, root: str) -> Iterator[Placed]:
        """The changes of a log and of what it includes, in order, each file once."""
        yield from self._changes(root, {root})

    def _changes(self, path: str, seen: set[str]) -> Iterator[Placed]:
        facts, items = self._files[path]
        for item in items:
            if isinstance(item, TableChange):
                yield facts, item
                continue
            for there in self._paths(item, path):
                if there not in seen:
                    seen.add(there)
                    yield from self._changes(there, seen)

    def _paths(self, include: Include, path: str) -> list[str]:
        """The files that an include means."""
        if include.relative:
            wanted = posixpath.normpath(posixpath.join(posixpath.dirname(path), include.path))
            if include.folder:
                return sorted(file for file in self._files if file.startswith(f"{wanted.rstrip('/')}/"))
            return [wanted] if wanted in self._files else []
        wanted = include.path.strip("/")
        if include.folder:
            fitting = [file for file in self._files if f"/{wanted}/" in f"/{file}"]
            best = max((nearness(file, path) for file in fitting), default=0)
            return sorted(file for file in fitting if nearness(file, path) == best)
        fitting = [file for file in self._files if f"/{file}".endswith(f"/{wanted}")]
        return [min(fitting, key=lambda file: (-nearness(file, path), file))] if fitting else []
