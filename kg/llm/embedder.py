"""What an embedder is, how it is asked for, and which texts and vectors are fit to be used.

In: texts. Out: float32 vectors of one declared dimension. Knows no model and no network: the
three kinds (`embedded`, `compatible`, `hashing`) live beside it and are opened by `gateway`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from kg.errors import ModelError
from kg.schema.vectors import VectorModel

Vector: TypeAlias = npt.NDArray[np.float32]


class EmbedderKind(StrEnum):
    """Where vectors come from. `hashing` knows no meaning: for tests and scale, never a default."""

    EMBEDDED = "embedded"
    COMPATIBLE = "compatible"
    HASHING = "hashing"


@dataclass(frozen=True, slots=True)
class EmbedderOptions:
    """Which embedder, and how hard it may be driven; the key is never shown."""

    kind: EmbedderKind = EmbedderKind.EMBEDDED
    base_url: str = ""
    """`compatible`: the endpoint, such as `http://127.0.0.1:8080/v1`."""
    api_key: str = field(default="", repr=False)
    query_model: str = ""
    """`compatible`: the model for questions; empty is the document model."""
    document_model: str = ""
    """`compatible`: the model for artifacts. `hashing`: a name that salts the hash."""
    dimension: int = 384
    """What every vector must have; another length from the endpoint is an error, never stored."""
    batch_size: int = 64
    timeout_seconds: float = 60.0
    """For one batch of documents, all attempts together."""
    query_timeout_seconds: float = 5.0
    """For one question, all attempts together, the embedder's cold start included."""
    requests_per_minute: int = 600
    """`compatible`: calls to the endpoint."""
    processes: int = 1
    """`embedded`: processes that embed documents, one thread each; questions have their own."""


class Embedder(Protocol):
    """Texts to vectors. `documents` gives one vector a text, in order."""

    @property
    def name(self) -> str:
        """What people call it, for `kg status` and messages."""

    @property
    def model(self) -> str:
        """Names the vectors: two embedders with one model, dimension and prefix mode may share an index."""

    @property
    def dimension(self) -> int: ...

    @property
    def prefix_mode(self) -> str:
        """How a question and a document are told apart: `none`, `e5`, or the name of the query model."""

    async def documents(self, texts: Sequence[str]) -> list[Vector]:
        """Check each with `usable` before it is stored."""

    async def query(self, text: str) -> Vector:
        """A usable vector, or an error."""


def model_of(embedder: Embedder) -> VectorModel:
    """What names its vectors: a slot may be searched, or filled, only by an embedder of its model."""
    return VectorModel(embedder.model, embedder.dimension, embedder.prefix_mode)


_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """The text without what breaks models: NUL cuts it off in silence, a lone surrogate raises, an
    empty string gives a unit vector that means nothing. Raises ModelError when nothing is left."""
    cleaned = _UNFIT.sub(" ", text).strip()
    if not cleaned:
        raise ModelError("llm: an empty text has no vector; leave it out before embedding")
    return cleaned


def usable(vector: Vector) -> bool:
    """Whether the index may hold it: NaN, infinite, all-zero and empty vectors are refused or, worse,
    ignored in silence by Neo4j."""
    if vector.size == 0 or not bool(np.isfinite(vector).all()):
        return False
    # Neo4j computes the norm in float32: a vector this small counts as zero there.
    return float(np.linalg.norm(vector.astype(np.float64))) > 1e-12


def only_usable(vector: Vector, model: str) -> Vector:
    """The vector of a question, or ModelError."""
    if not usable(vector):
        raise ModelError(f"llm: {model} gave no usable vector for the question (NaN, zero or empty)")
    return vector
