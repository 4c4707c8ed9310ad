"""What of an artifact is indexed, and how often."""

from collections import Counter

import pytest

from kg.ingest.enrich.index_text import FILLER, filler_count, search_text, weighted_terms
from kg.schema.facts import Artifact
from kg.schema.ids import Uid
from kg.schema.tokens import tokens
from kg.schema.vocabulary import Kind

PATH = "pay/src/main/java/acme/billing/Pay.java"
CHARGE = Artifact(
    Kind.METHOD,
    Uid("m"),
    "chargeCard",
    "acme.billing.Pay#chargeCard(long)",
    origin=PATH,
    path=PATH,
    language="java",
    text="void chargeCard(long cents) { gateway.send(cents); }",
    doc_comment="Takes the money.",
)


def test_weights() -> None:
    """A name counts six times, a class three, a last folder twelve, another folder six, the body once."""
    counted = Counter(weighted_terms(CHARGE))
    assert counted["charge"] == 6 + 1
    assert counted["pay"] == 3 + 6
    assert counted["billing".removesuffix("ing")] == 12
    assert counted["src"] == 6
    assert counted["gateway"] == 1
    assert counted["money"] == 1


def test_module_function() -> None:
    """A function that stands in no class counts its file as one."""
    path = "app/pricing.py"
    refund = Artifact(Kind.METHOD, Uid("f"), "refund", "app.pricing.refund", origin=path, path=path)
    assert Counter(weighted_terms(refund))["pric"] == 3


def test_padding() -> None:
    """Every text is longer by the same number of filler tokens, which no question can name."""
    assert search_text(CHARGE, 225).split().count(FILLER) == 225
    assert search_text(CHARGE, 0).split()[:-2] == weighted_terms(CHARGE)
    assert tokens(FILLER) == []


def test_marks() -> None:
    """Kind and language can be asked for inside the index, and by no words of a question."""
    assert search_text(CHARGE, 0).endswith(" kind_method language_java")
    assert "kind_method" not in tokens("kind_method")


def test_padding_turns_b_into_point_three() -> None:
    """With P = 1.5 x average, .25 + .75 (l+P)/(a+P) is a constant times .7 + .3 l/a."""
    average = 150
    pad = filler_count(average)
    assert pad == 225

    def lucene(length: float) -> float:
        return 0.25 + 0.75 * (length + pad) / (average + pad)

    def wanted(length: float) -> float:
        return 0.7 + 0.3 * length / average

    assert all(abs(lucene(n) / wanted(n) - lucene(1) / wanted(1)) < 1e-9 for n in (10, 150, 1000))


@pytest.mark.parametrize(
    ("language", "path", "package", "qualified", "name"),
    [
        ("java", "src/acme/Pay.java", "acme", "acme.Pay#charge(List)", "Pay"),
        ("java", "src/acme/Pay.java", "acme", "acme.Pay.Fee#charge()", "Fee"),
        ("java", "src/acme/Pay.java", "acme", "acme.Pay", "Pay"),
        ("java", "test/acme/PayTest.java", "acme", "acme.PayTest#pays()$Matcher#matches(Order)", "Matcher"),
        ("go", "rate/table.go", "rate", "rate.Rates.Total", "Rates"),
        ("go", "rate/table.go", "rate", "rate.Total", "table"),
        ("python", "acme/order.py", "acme", "acme.order.Order.total", "Order"),
        ("python", "acme/order.py", "acme", "acme.order.total", "order"),
        ("python", "acme/__init__.py", "acme", "acme.Base", "acme"),
        ("python", "acme/order.py", "acme", "acme.order.total.<locals>.each", "order"),
        ("typescript", "web/pay.ts", "", "web/pay.ts#Client.fee", "Client"),
        ("typescript", "web/pay.ts", "", "web/pay.ts#fee", "pay"),
    ],
)
def test_the_class_is_read_from_the_name(
    language: str, path: str, package: str, qualified: str, name: str
) -> None:
    """A version keeps its text: what it stands in may leave its file while it does not."""
    kind = Kind.CLASS if qualified == "acme.Pay" else Kind.METHOD
    artifact = Artifact(
        kind, Uid("a"), "x", qualified, origin=path, path=path, language=language, package=package
    )
    (wanted,) = tokens(name)
    assert Counter(weighted_terms(artifact))[wanted] >= 3
    assert weighted_terms(artifact)[1] == wanted
