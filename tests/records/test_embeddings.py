"""The cache of vectors: exact text and model, several processes, and clear errors."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

from kg.errors import RecordsError, RecordsUnavailable, SettingsError
from kg.llm import Vector
from kg.records import EmbeddingCache, open_records


def vector(value: float) -> Vector:
    return np.array([value, -value], dtype=np.float32)


async def test_a_vector_comes_back_to_the_bit(tmp_path: Path) -> None:
    """What is remembered is there after a restart, exactly, in a folder that was made for it."""
    url = f"sqlite:///{tmp_path}/new/kg.db"
    async with open_records(url) as records:
        await EmbeddingCache(records).remember("m", 2, {"refund \ud800": vector(0.1)})
    async with open_records(url) as records:
        known = await EmbeddingCache(records).known("m", 2, ["refund \ud800", "unknown"])
    assert list(known) == ["refund \ud800"]
    assert known["refund \ud800"].tobytes() == vector(0.1).tobytes()


async def test_models_and_dimensions_are_apart(tmp_path: Path) -> None:
    """A text of another model, or of another dimension of it, is unknown."""
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        cache = EmbeddingCache(records)
        await cache.remember("m", 2, {"a": vector(1)})
        assert await cache.known("n", 2, ["a"]) == {}
        assert await cache.known("m", 3, ["a"]) == {}


async def test_two_workers_bring_the_same(tmp_path: Path) -> None:
    """Many writers at once, with the same texts, neither fail nor overwrite."""
    url = f"sqlite:///{tmp_path}/kg.db"
    async with open_records(url) as one, open_records(url) as two:
        caches = [EmbeddingCache(one), EmbeddingCache(two)]
        texts = {str(i): vector(1) for i in range(50)}
        await asyncio.gather(*(cache.remember("m", 2, texts) for cache in caches for _ in range(5)))
        assert len(await caches[0].known("m", 2, list(texts))) == 50


async def test_thousands_of_texts(tmp_path: Path) -> None:
    """More texts than a statement takes parameters are looked up all the same."""
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        cache = EmbeddingCache(records)
        await cache.remember("m", 2, {str(i): vector(i) for i in range(2_100)})
        known = await cache.known("m", 2, [str(i) for i in range(2_100)])
    assert [float(known[str(i)][0]) for i in (0, 999, 2_099)] == [0.0, 999.0, 2_099.0]


async def test_an_unusable_file_is_one_clear_error(tmp_path: Path) -> None:
    """A file that is no database, and a URL that is none, say so."""
    (tmp_path / "kg.db").write_text("this is no database, it only has its name" * 100)
    with pytest.raises((RecordsError, RecordsUnavailable), match="records: making the tables failed"):
        async with open_records(f"sqlite:///{tmp_path}/kg.db"):
            pass
    with pytest.raises(SettingsError, match="sqlite:///"):
        async with open_records("not a url"):
            pass
