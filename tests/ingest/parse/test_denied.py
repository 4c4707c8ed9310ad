"""What was purged is masked wherever a text is read, and its files are not read."""

import pickle
from collections.abc import Iterator

import pytest

from kg.ingest.parse.denied import NOTHING, Denied, honour
from kg.ingest.parse.redact import redact

KEY = b"a key of the tests"


def denied(*texts: str) -> Denied:
    none = Denied(KEY, frozenset())
    return Denied(KEY, frozenset(none.of_text(text) for text in texts))


@pytest.fixture(autouse=True)
def nothing_after() -> Iterator[None]:
    yield
    honour(NOTHING)


@pytest.mark.parametrize("word", ["turnip", "two words", "비밀번호", "a+b/c=", "𝔘nicode"])
def test_a_denied_text_is_masked_wherever_it_stands(word: str) -> None:
    """At the start, in the middle of a word, twice, at the end; everything around it stays."""
    text = f"{word} x{word}y\nno {word[:-1]}\n{word}"
    masked = denied(word).mask(text)
    assert word not in masked and len(masked) == len(text)
    assert masked.split("\n")[1] == f"no {word[:-1]}"
    assert denied("other words").mask(text) == text


def test_a_denial_holds_nothing_of_its_text() -> None:
    """Another key gives other digests, so that words can't be tried against what is kept."""
    one, other = (
        Denied(b"one", frozenset()).of_text("turnip"),
        Denied(b"other", frozenset()).of_text("turnip"),
    )
    assert one.digest != other.digest and one.fingerprint != other.fingerprint
    assert b"turnip" not in pickle.dumps(denied("turnip"))


def test_redaction_honours_it_in_every_language() -> None:
    """Settings, code, documents and subjects of commits all pass the one door."""
    honour(denied("turnip"))
    for language in ("java", "yaml", "markdown", "sql", ""):
        assert "turnip" not in redact("a: turnip", language)


def test_denied_files_are_not_read() -> None:
    """By its path, by a text in its path, or with its whole repository."""
    by_path = Denied(KEY, frozenset([Denied(KEY, frozenset()).of_path("shop", "keys/a.pem")]))
    assert by_path.hides("shop", "keys/a.pem")
    assert not by_path.hides("other", "keys/a.pem") and not by_path.hides("shop", "keys/b.pem")
    assert denied("turnip").hides("shop", "docs/turnip.md")
    whole = Denied(KEY, frozenset([Denied(KEY, frozenset()).of_repo("shop")]))
    assert whole.hides("shop", "anything") and whole.hides_repo("shop") and not whole.hides_repo("other")


def test_a_new_denial_makes_cached_facts_old() -> None:
    """What was read before a denial is read again after it."""
    assert denied("turnip").digest != denied("turnip", "other words").digest != ""
    assert NOTHING.digest == ""
