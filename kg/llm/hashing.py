"""A deterministic embedder without a model: feature hashing of the index terms of a text.

For tests and for measuring at scale. Texts that share words are near; it knows no meaning, so
nothing ever chooses it unless the settings name it.
"""

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from kg.llm.embedder import Vector, clean, only_usable
from kg.schema.tokens import tokens


class HashingEmbedder:
    """Each token adds a signed unit to one coordinate; the sum has length one."""

    name = "hashing"
    prefix_mode = "none"

    def __init__(self, model: str, dimension: int) -> None:
        self.model = model or "hashing"
        self.dimension = dimension
        self._salt = blake2b(self.model.encode(), digest_size=16).digest()
        self._places: dict[str, tuple[int, float]] = {}

    async def documents(self, texts: Sequence[str]) -> list[Vector]:
        return [self._vector(clean(text)) for text in texts]

    async def query(self, text: str) -> Vector:
        return only_usable(self._vector(clean(text)), self.model)

    def _vector(self, text: str) -> Vector:
        vector = np.zeros(self.dimension, dtype=np.float32)
        # A text of punctuation alone still gets a place of its own.
        for token in tokens(text) or [text]:
            index, sign = self._place(token)
            vector[index] += sign
        norm = float(np.linalg.norm(vector))
        if norm == 0.0:
            vector[0] = norm = 1.0
        return vector / np.float32(norm)

    def _place(self, token: str) -> tuple[int, float]:
        place = self._places.get(token)
        if place is None:
            digest = int.from_bytes(
                blake2b(token.encode("utf-8", "replace"), digest_size=8, salt=self._salt).digest()
            )
            place = (digest >> 1) % self.dimension, 1.0 if digest & 1 else -1.0
            if len(self._places) < 1_000_000:
                self._places[token] = place
        return place
