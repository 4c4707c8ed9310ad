"""Vectors by exact text and model, so that the same text is never embedded twice.

In: the name of a model and texts, or vectors to remember. Out: the vectors that are known. The text
itself is not kept, only its digest. Lines, branches, repositories and rebuilt graphs share it.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import numpy as np
import numpy.typing as npt
import sqlalchemy as sa

from kg.records.store import Records, tables

Vector = npt.NDArray[np.float32]

_embedding = sa.Table(
    "embedding",
    tables,
    sa.Column("key", sa.LargeBinary(16), primary_key=True),
    sa.Column("vector", sa.LargeBinary, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
)
_CHUNK = 500
"""Keys a statement: SQLite takes 32,766 parameters, older ones 999."""


class EmbeddingCache:
    """The vectors of documents; questions are not kept."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def known(self, model: str, dimension: int, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors of those texts that this model has embedded before."""
        keys = {_key(model, dimension, text): text for text in texts}

        def look_up(connection: sa.Connection) -> dict[str, Vector]:
            found: dict[str, Vector] = {}
            wanted = list(keys)
            for start in range(0, len(wanted), _CHUNK):
                rows = connection.execute(
                    sa.select(_embedding.c.key, _embedding.c.vector).where(
                        _embedding.c.key.in_(wanted[start : start + _CHUNK])
                    )
                )
                found.update((keys[bytes(row.key)], _unpacked(row.vector)) for row in rows)
            return found

        return await self._records.run("looking up vectors", look_up) if keys else {}

    async def remember(self, model: str, dimension: int, vectors: Mapping[str, Vector]) -> None:
        """Keep these; what is there already stays, so two workers may bring the same."""
        rows = [
            {"key": _key(model, dimension, text), "vector": vector.astype("<f4").tobytes()}
            for text, vector in vectors.items()
        ]
        statement = self._records.insert(_embedding).on_conflict_do_nothing(index_elements=["key"])
        if rows:
            await self._records.run("keeping vectors", lambda connection: connection.execute(statement, rows))

    async def forget(self) -> int:
        """Take all of them away: a vector tells something of its text, and a text that is gone has none."""

        def emptied(connection: sa.Connection) -> int:
            return int(connection.execute(sa.delete(_embedding)).rowcount)

        return await self._records.run("forgetting vectors", emptied)


def _key(model: str, dimension: int, text: str) -> bytes:
    named = f"{model}\x1f{dimension}\x1f{text}"
    return blake2b(named.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _unpacked(stored: bytes) -> Vector:
    return np.frombuffer(stored, dtype="<f4").astype(np.float32)
