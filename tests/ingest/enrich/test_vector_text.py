"""The text that is embedded: what stands where, and what changes it."""

from dataclasses import replace

import pytest

from kg.ingest.enrich.vector_text import MAX_CHARACTERS, vector_text
from kg.schema.facts import Artifact
from kg.schema.ids import Uid
from kg.schema.vocabulary import Kind

REFUND = Artifact(
    Kind.METHOD,
    Uid("shop:java:src:org.acme.pay.RefundService#refundOrderV2(Order,long)"),
    "refundOrderV2",
    "org.acme.pay.RefundService#refundOrderV2(Order,long)",
    "src/RefundService.java",
    language="java",
    form="method",
    signature="Receipt refundOrderV2(Order order, long amount)",
    annotations=("Transactional",),
    doc_comment="Pays an order back.\n  At most once.",
    text="Receipt refundOrderV2(Order order, long amount) {\n    return gateway.pay(-amount);\n}",
    complexity=2,
)


def test_a_method() -> None:
    """Role and signature, words of its names, comment, annotations, body: in this order."""
    assert vector_text(REFUND) == (
        "method Receipt refundOrderV2(Order order, long amount)\n"
        "pay refund service order v 2\n"
        "Pays an order back. At most once.\n"
        "Transactional\n"
        "Receipt refundOrderV2(Order order, long amount) { return gateway.pay(-amount); }"
    )


def test_a_doc() -> None:
    """A section is its heading path and its text."""
    doc = Artifact(
        Kind.DOC, Uid("d"), "Fees", "docs/pay.md#Refunds/Fees", "docs/pay.md", text="No fee\nbelow 10."
    )
    assert vector_text(doc) == "doc Refunds / Fees\nNo fee below 10."


def test_a_config_key() -> None:
    """A key is its words and its harmless values."""
    key = Artifact(
        Kind.CONFIG,
        Uid("c"),
        "refund.maxDays",
        "refund.maxDays",
        "config:pay",
        form="key",
        values=("prod=14",),
    )
    assert vector_text(key) == "key refund.maxDays\nrefund max days\nprod=14"


@pytest.mark.parametrize("text", ["a" * 10_000_000, "환불 " * 100_000, "\x00\ud800"])
def test_it_is_short(text: str) -> None:
    """Whatever the body, the text has at most MAX_CHARACTERS and begins with the role."""
    made = vector_text(replace(REFUND, text=text))
    assert len(made) <= MAX_CHARACTERS
    assert made.startswith("method Receipt refundOrderV2")


def test_an_edit_far_down_needs_no_new_vector() -> None:
    """A long method that changes at its end keeps its text, and so its vector."""
    body = REFUND.text + " step();" * 200
    assert vector_text(replace(REFUND, text=body)) == vector_text(replace(REFUND, text=body + "more();"))


def test_blanks_are_no_change() -> None:
    """Re-indented code keeps its text."""
    indented = REFUND.text.replace("    ", "\t\t")
    assert vector_text(replace(REFUND, text=indented)) == vector_text(REFUND)
