"""Texts of people as terms and identifiers."""

import pytest

from kg.errors import QuestionError
from kg.retrieve.intent import MAX_SYMBOLS, MAX_TERMS, intent_of


def symbols(text: str) -> set[tuple[str, str]]:
    return {(symbol.owner, symbol.name) for symbol in intent_of(text).symbols}


def test_weights() -> None:
    """Commit verbs and question words count half, neighbours may be one identifier, a term counts once."""
    weights = dict(intent_of("how is the refund fee fixed, refund?").terms)
    assert weights["refund"] == weights["fee"] == 1.0
    assert weights["how"] == weights["fix"] == 0.5
    assert weights["refundfee"] == 0.7
    assert "the" not in weights


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where is Pay.charge called?", {("Pay", "charge")}),
        ("what does acme.Pay#charge do", {("Pay", "charge")}),
        ("who uses refundAmount or MAX_FEE?", {("", "refundAmount"), ("", "MAX_FEE")}),
        ("what happens in foo(bar) then", {("", "foo")}),
        ("charge", {("", "charge")}),
        ("what reads refund.fee.percent here?", {("fee", "percent"), ("", "refund.fee.percent")}),
    ],
)
def test_identifiers(text: str, expected: set[tuple[str, str]]) -> None:
    """Identifiers are recognised by dots, hashes, capitals, underscores and brackets."""
    assert expected <= symbols(text)


def test_prose_names_nothing() -> None:
    """Ordinary words of a long question are no identifiers."""
    assert symbols("how is the price of an order computed") == set()


@pytest.mark.parametrize("text", ["", " ", "?!", "😀", '"', "\\ { } [ ] * ~ ^", "\x00", "。、！"])
def test_nothing_to_search(text: str) -> None:
    """A text without a letter or digit is refused, never taken for everything."""
    with pytest.raises(QuestionError):
        intent_of(text)


@pytest.mark.parametrize("text", ["AND", "OR NOT", "a:b", "C++", "the"])
def test_only_small_words(text: str) -> None:
    """Operators, single letters and function words are searched for as they are."""
    assert intent_of(text).terms


def test_bounded() -> None:
    """A text of any length gives few terms and few identifiers, the weightier first."""
    intent = intent_of(" ".join(f"word{i}Name fix" for i in range(5000)))
    assert len(intent.terms) == MAX_TERMS
    assert len(intent.symbols) == MAX_SYMBOLS


def test_korean_and_chinese() -> None:
    """Korean and Chinese questions have terms too."""
    assert "취소" in dict(intent_of("주문취소는 어디서?").terms)
    assert "订单" in dict(intent_of("取消订单").terms)
