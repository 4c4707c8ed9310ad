"""Poms and jars on this machine: a local Maven repository, and Gradle's cache. Reads, never fetches.

In: folders. Out: what stands there under a coordinate; None for what does not. A coordinate comes from
strangers' files, so one that could lead out of the folder leads nowhere.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from kg.errors import StubError
from kg.ingest.stubs.pom import Coordinate, Pom, read_pom

_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+\-]*")
_MOST_BYTES = 8 << 20
"""Of a pom; the largest real ones have half a megabyte."""


class LocalRepository:
    """`maven` is a Maven repository's folder, `gradle` the `files-2.1` of Gradle's cache."""

    def __init__(self, maven: Path, gradle: Path) -> None:
        self._maven, self._gradle = maven, gradle
        self._poms: dict[Coordinate, Pom | None] = {}

    def pom(self, of: Coordinate) -> Pom | None:
        """None also where it cannot be read: a broken download is as good as none."""
        if of not in self._poms:
            self._poms[of] = self._read(of)
        return self._poms[of]

    def _read(self, of: Coordinate) -> Pom | None:
        path = self._file(of, f"{of.name}-{of.version}.pom")
        try:
            return read_pom(path.read_bytes()) if path and path.stat().st_size <= _MOST_BYTES else None
        except (StubError, OSError):
            return None

    def jar(self, of: Coordinate, classifier: str = "") -> Path | None:
        end = f"-{classifier}" if classifier else ""
        return self._file(of, f"{of.name}-{of.version}{end}.jar")

    def _file(self, of: Coordinate, name: str) -> Path | None:
        if not all(
            _WORD.fullmatch(part) and ".." not in part for part in (of.group, of.name, of.version, name)
        ):
            return None
        return next((path for path in self._places(of, name) if path.is_file()), None)

    def _places(self, of: Coordinate, name: str) -> Iterator[Path]:
        yield self._maven.joinpath(*of.group.split("."), of.name, of.version, name)
        cached = self._gradle / of.group / of.name / of.version
        yield from sorted(cached.glob(f"*/{name}"))
