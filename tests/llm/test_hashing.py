"""The hashing embedder is deterministic, knows words, and is never chosen in silence."""

import numpy as np
import pytest

from kg.errors import ModelError
from kg.llm import EmbedderKind, EmbedderOptions, clean, open_embedder, usable


def hashing(model: str = "", dimension: int = 384) -> EmbedderOptions:
    return EmbedderOptions(kind=EmbedderKind.HASHING, document_model=model, dimension=dimension)


async def test_same_text_same_vector() -> None:
    """The same text gives the same unit vector in another run of the embedder."""
    async with open_embedder(hashing()) as one, open_embedder(hashing()) as two:
        first, second = await one.documents(["chargeOrder"]), await two.query("chargeOrder")
    assert np.array_equal(first[0], second)
    assert first[0].dtype == np.float32
    assert first[0].shape == (384,)
    assert np.linalg.norm(second) == pytest.approx(1.0)


async def test_shared_words_are_near() -> None:
    """A text that shares identifier parts is nearer than one that shares none."""
    async with open_embedder(hashing()) as embedder:
        near, far = await embedder.documents(["void refundOrder(Order order)", "parse yaml anchors"])
        question = await embedder.query("how is an order refunded? refund order")
    assert float(near @ question) > float(far @ question) + 0.2


async def test_models_of_one_dimension_differ() -> None:
    """Two model names of one dimension give different vectors, as two real models would."""
    async with open_embedder(hashing("one")) as one, open_embedder(hashing("two")) as two:
        assert float((await one.query("refund order")) @ (await two.query("refund order"))) < 0.9


@pytest.mark.parametrize("text", ["", " \n", "\x00", "\ud800"])
async def test_nothing_has_no_vector(text: str) -> None:
    """A text with nothing in it is refused instead of getting a vector that means nothing."""
    async with open_embedder(hashing()) as embedder:
        with pytest.raises(ModelError):
            await embedder.query(text)


def test_hostile_characters_leave_the_rest() -> None:
    """NUL and a lone surrogate are taken out; what stands around them stays."""
    assert clean("pay\x00ment \ud83d结算") == "pay ment  结算"


@pytest.mark.parametrize("values", [[], [0.0, 0.0], [float("nan"), 1.0], [float("inf"), 1.0], [1e-30, 0.0]])
def test_unusable_vectors(values: list[float]) -> None:
    """Empty, zero, NaN and infinite vectors are told apart from usable ones."""
    assert not usable(np.array(values, dtype=np.float32))
    assert usable(np.array([0.5, -0.5], dtype=np.float32))


def test_default_is_not_hashing() -> None:
    """Whoever names no embedder gets the real one."""
    assert EmbedderOptions().kind is EmbedderKind.EMBEDDED


def test_key_is_masked() -> None:
    """The API key does not show in the options' text."""
    assert "s3cret" not in repr(EmbedderOptions(api_key="s3cret"))
