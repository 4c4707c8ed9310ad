"""Any OpenAI-compatible embeddings endpoint: vLLM, TEI, Ollama, a proxy, a vendor.

In: a base URL, model names for questions and documents, and the dimension the settings promise.
Out: vectors of exactly that dimension. Temporary failures are tried again within the deadline;
everything else is one clear error. Never falls back to another model: that would mix vectors.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from urllib.parse import urlsplit, urlunsplit

import numpy as np
import openai
import stamina
from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from kg.errors import ModelError, ModelUnavailable, SettingsError
from kg.llm.embedder import EmbedderOptions, Vector, clean, only_usable

ATTEMPTS = 5
MAX_CHARACTERS = 8_000
"""Endpoints refuse, or cut in silence, what exceeds the model's window; vector texts are far shorter."""


class _NoAnswer(ModelUnavailable):
    """A temporary failure, with the wait the endpoint asks for (0: it says nothing)."""

    def __init__(self, text: str, wait_seconds: float) -> None:
        super().__init__(text)
        self.wait_seconds = wait_seconds


class CompatibleEmbedder:
    """Asks one endpoint; made by `open_compatible`."""

    def __init__(self, client: openai.AsyncOpenAI, options: EmbedderOptions) -> None:
        self._client = client
        self._options = options
        self._query_model = options.query_model or options.document_model
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._rate = RateLimitItemPerMinute(options.requests_per_minute)
        self._shown_url = _without_credentials(options.base_url)
        self.name = f"compatible ({self._shown_url})"
        self.model = options.document_model
        self.dimension = options.dimension
        same = self._query_model == options.document_model
        # Another query model makes other neighbours of the same documents: it is part of the name.
        self.prefix_mode = "none" if same else self._query_model

    async def documents(self, texts: Sequence[str]) -> list[Vector]:
        cleaned = [clean(text)[:MAX_CHARACTERS] for text in texts]
        size = self._options.batch_size
        vectors: list[Vector] = []
        for start in range(0, len(cleaned), size):
            batch = cleaned[start : start + size]
            vectors += await self._embed(self.model, batch, self._options.timeout_seconds)
        return vectors

    async def query(self, text: str) -> Vector:
        cleaned = [clean(text)[:MAX_CHARACTERS]]
        (vector,) = await self._embed(self._query_model, cleaned, self._options.query_timeout_seconds)
        return only_usable(vector, self._query_model)

    async def _embed(self, model: str, texts: list[str], limit: float) -> list[Vector]:
        """One batch within its deadline, attempts and waits included."""
        where = f"{model} at {self._shown_url}"
        try:
            async with asyncio.timeout(limit):
                async for attempt in stamina.retry_context(
                    on=_again, attempts=ATTEMPTS, timeout=limit, wait_initial=0.2, wait_max=10.0
                ):
                    with attempt:
                        await self._wait_for_turn()
                        return self._checked(where, texts, await self._post(where, model, texts))
        except TimeoutError:
            raise ModelUnavailable(
                f"llm: {where} took longer than {limit:g} s for {len(texts)} texts"
            ) from None
        raise AssertionError("stamina returns or raises")

    async def _post(self, where: str, model: str, texts: list[str]) -> list[list[float]]:
        try:
            answer = await self._client.embeddings.create(model=model, input=texts, encoding_format="float")
        except (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError) as error:
            raise _NoAnswer(
                f"llm: {where} gave no answer: {_reason(error)}", _retry_after_seconds(error)
            ) from None
        except openai.APIError as error:
            raise ModelError(
                f"llm: {where} refused {len(texts)} texts: {_reason(error)};"
                " check the embedder's URL, model names and key"
            ) from None
        return [item.embedding for item in sorted(answer.data, key=lambda item: item.index)]

    def _checked(self, where: str, texts: list[str], found: list[list[float]]) -> list[Vector]:
        if len(found) != len(texts):
            raise ModelError(f"llm: {where} gave {len(found)} vectors for {len(texts)} texts")
        vectors = [np.asarray(numbers, dtype=np.float32) for numbers in found]
        for vector in vectors:
            if vector.shape != (self.dimension,):
                raise ModelError(
                    f"llm: {where} gives vectors of {vector.size} dimensions, the settings say"
                    f" {self.dimension}; set the embedder's dimension to {vector.size} or name another model"
                )
        return vectors

    async def _wait_for_turn(self) -> None:
        """Below the rate of the settings, whatever the number of tasks that ask."""
        while not await self._limiter.hit(self._rate, self._options.base_url):  # noqa: ASYNC110 (no event tells)
            await asyncio.sleep(60.0 / self._options.requests_per_minute)


@asynccontextmanager
async def open_compatible(options: EmbedderOptions) -> AsyncIterator[CompatibleEmbedder]:
    """The embedder on an open client; asks nothing of the endpoint yet, so a service starts without it."""
    if not options.base_url or not options.document_model:
        raise SettingsError("llm: a compatible embedder needs its base URL and document model")
    client = openai.AsyncOpenAI(
        base_url=options.base_url,
        # The client insists on a key; a local server wants none.
        api_key=options.api_key or "none",
        max_retries=0,
        timeout=options.timeout_seconds,
    )
    async with client:
        yield CompatibleEmbedder(client, options)


def _reason(error: openai.APIError) -> str:
    """The status and kind of a failure; never the body, which can hold our texts."""
    status = getattr(error, "status_code", None)
    return f"HTTP {status} ({type(error).__name__})" if status else type(error).__name__


def _without_credentials(url: str) -> str:
    """For messages: `https://user:password@host/v1` and `?key=…` keep only scheme, host and path."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _again(error: Exception) -> bool | float:
    """Whether to try again, or after how many seconds when the endpoint says so."""
    return isinstance(error, _NoAnswer) and (error.wait_seconds or True)


def _retry_after_seconds(error: openai.APIError) -> float:
    response = getattr(error, "response", None)
    value = response.headers.get("retry-after", "") if response is not None else ""
    return min(float(value), 60.0) if value.isdigit() else 0.0
