"""Keeps what files said, so that an unchanged file is not read again.

Key: repository, path, blob and the version of everything that extracts (a digest of the code of
`parse` and of the records, and the versions of the grammars): a change of either empties it by
itself. Value: the pickled Facts as the worker sent them. One SQLite file, private to its owner,
written in batches; it may be deleted at any time. Blocking code: call it in a thread.
"""

import sqlite3
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_KEPT_DAYS = 30
_SCHEMA = "CREATE TABLE IF NOT EXISTS facts (key BLOB PRIMARY KEY, used INTEGER NOT NULL, body BLOB NOT NULL)"
_BY_AGE = "CREATE INDEX IF NOT EXISTS facts_used ON facts (used)"
"""What is too old is looked for at each opening, which must not read the whole cache."""
_GRAMMARS = (
    "tree-sitter",
    "tree-sitter-c",
    "tree-sitter-c-sharp",
    "tree-sitter-cpp",
    "tree-sitter-go",
    "tree-sitter-hcl",
    "tree-sitter-java",
    "tree-sitter-javascript",
    "tree-sitter-kotlin",
    "tree-sitter-php",
    "tree-sitter-python",
    "tree-sitter-ruby",
    "tree-sitter-rust",
    "tree-sitter-scala",
    "tree-sitter-toml",
    "tree-sitter-typescript",
    "markdown-it-py",
    "ruamel.yaml",
    "sqlglot",
)


class FactsCache:
    """An open cache; made by `open_cache`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        """One connection serves several threads, one transaction at a time."""

    def there(self, keys: Sequence[bytes]) -> set[bytes]:
        """The keys that have a body; what was asked for stays another month."""
        found: set[bytes] = set()
        with self._lock, suppress(sqlite3.Error):
            for part in _parts(keys):
                query = f"SELECT key FROM facts WHERE key IN ({_marks(part)})"  # noqa: S608 - only question marks
                found.update(key for (key,) in self._connection.execute(query, part))
            self._touch(found)
        return found

    def find(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The bodies that are there."""
        found: dict[bytes, bytes] = {}
        with self._lock, suppress(sqlite3.Error):
            for part in _parts(keys):
                query = f"SELECT key, body FROM facts WHERE key IN ({_marks(part)})"  # noqa: S608 - only question marks
                found.update(self._connection.execute(query, part))
        return found

    def keep(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep bodies by key; a full disk or a locked file costs the next run time, not this one."""
        today = _today()
        with self._lock, suppress(sqlite3.Error), self._connection:
            self._connection.executemany(
                "INSERT OR REPLACE INTO facts (key, used, body) VALUES (?, ?, ?)",
                [(key, today, body) for key, body in rows],
            )

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _touch(self, keys: Iterable[bytes]) -> None:
        today = _today()
        with self._connection:
            self._connection.executemany(
                "UPDATE facts SET used = ? WHERE key = ? AND used <> ?", [(today, key, today) for key in keys]
            )


def open_cache(folder: Path) -> FactsCache:
    """The cache in a folder, made when it is not there and made anew when it is damaged; in memory
    when it cannot be used."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "facts.sqlite"
    try:
        return FactsCache(_connect(str(path)))
    except sqlite3.OperationalError:  # locked or not writable: do without
        return FactsCache(_connect(":memory:"))
    except sqlite3.DatabaseError:
        for piece in folder.glob("facts.sqlite*"):
            piece.unlink(missing_ok=True)
        return FactsCache(_connect(str(path)))


def facts_key(repo: str, path: str, blob: str, *told: str) -> bytes:
    """`told`: what else decides how it is read (that it is not to be, the type of its documents)."""
    parts = "\0".join((extractor_version(), repo, path, blob, *filter(None, told)))
    return blake2b(parts.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@cache
def extractor_version() -> str:
    """A digest of all code and grammars that decide what a file says, and how Python packs it."""
    digest = blake2b(sys.version.encode(), digest_size=8)
    here = Path(__file__).parent
    for path in (
        *sorted(here.rglob("*.py")),
        *sorted(here.rglob("*.scm")),
        *sorted((here.parent.parent / "schema").glob("*.py")),
    ):
        digest.update(path.name.encode() + path.read_bytes())
    for package in _GRAMMARS:
        digest.update(f"{package} {_version(package)}".encode())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=30, check_same_thread=False)
    if path != ":memory:":
        Path(path).chmod(0o600)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = OFF")
    with connection:
        connection.execute(_SCHEMA)
        connection.execute(_BY_AGE)
        connection.execute("DELETE FROM facts WHERE used < ?", (_today() - _KEPT_DAYS,))
    return connection


def _parts(keys: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    return (keys[start : start + 500] for start in range(0, len(keys), 500))


def _marks(keys: Sequence[bytes]) -> str:
    return ",".join("?" * len(keys))


def _today() -> int:
    return int(time.time() // 86_400)
