"""Looks for a text in the bytes of everything that an installation keeps."""

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

OBJECTS = ("cache/mirrors/",)
"""Git's own objects: a mirror holds what the repository holds, and is not derived from it."""


def found_in(folder: Path, texts: Sequence[str]) -> list[str]:
    """The files below a folder in whose bytes one of these stands, as ASCII, UTF-16, or inside SQLite."""
    wanted = [form for text in texts for form in _forms(text)]
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file()
        and not str(path.relative_to(folder)).startswith(OBJECTS)
        and any(form in body for body in _bodies(path) for form in wanted)
    )


def _forms(text: str) -> Iterator[bytes]:
    for written in {text, text.lower()}:
        yield from (written.encode(), written.encode("utf-16-le"), written.encode("utf-16-be"))


def _bodies(path: Path) -> Iterator[bytes]:
    body = path.read_bytes()
    yield body
    if body.startswith(b"SQLite format 3"):
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            for (table,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            ).fetchall():
                for row in connection.execute(f'SELECT * FROM "{table}"'):
                    yield b"\0".join(_column(value) for value in row)
        finally:
            connection.close()


def _column(value: object) -> bytes:
    body = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
    try:
        return body + zlib.decompress(body)
    except zlib.error:
        return body
