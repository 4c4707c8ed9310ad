"""AsciiDoc: sections, attributes, includes that are never followed."""

from tests.ingest.parse.documents.reading import mentions, read, sections

PATH = "docs/pay.adoc"


def test_sections_by_signs_or_underlines() -> None:
    """The title is the outermost; what stands in a block is none."""
    text = "= Pay\n:author: Ann\n\nIntro\n\n== Refund\n\n----\n== not\n----\n\nClose\n-----\nx\n"
    assert sections(PATH, text) == [
        ("#Pay", 1, 4),
        ("#Pay/Refund", 6, 10),
        ("#Pay/Close", 12, 14),
    ]


def test_links_code_and_blocks_are_mentions() -> None:
    """With the attributes of the document in paths; of an unknown one the rest of the path."""
    text = ":src: ../src\n\n= A\n`Pay#capture` in link:{src}/pay.py[code], xref:fee.adoc#x[fees]\n\ninclude::{src}/Fee.java[]\ninclude::{unknown}/Tax.java[]\n\n[source,java]\n----\nimport com.acme.Pay;\n----\n"
    assert mentions(PATH, text) == [
        ("code", "Pay#capture", 1),
        ("link", "../src/pay.py", 1),
        ("link", "fee.adoc#x", 1),
        ("link", "../src/Fee.java", 3),
        ("link", "Tax.java", 4),
        ("word", "com.acme.Pay", 8),
    ]


def test_comments_and_passthroughs_say_nothing() -> None:
    """Neither a line nor a block of them; a licence above the title is no section."""
    text = "////\nLicensed, com.acme.A\n////\n\n= A\n// com.acme.B\n++++\n<b>com.acme.C</b>\n++++\n"
    assert mentions(PATH, text) == []
    assert [name for name, _, _ in sections(PATH, text)] == ["#A"]


def test_its_attributes_are_its_front_matter() -> None:
    """`:type: runbook` says what the document is."""
    assert read(PATH, "= A\n:type: runbook\n\nx\n").artifacts[0].doc_type == "runbook"
