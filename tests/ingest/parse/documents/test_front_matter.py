"""What a document says of itself before its text begins."""

import pytest

from kg.ingest.parse.documents.front_matter import without_front_matter


@pytest.mark.parametrize(
    ("written", "key", "values"),
    [
        ("title: Pay", "title", ("Pay",)),
        ("title: 'Pay: twice' # note", "title", ("Pay: twice",)),
        ('tags: [pay, "refund fee"]', "tags", ("pay", "refund fee")),
        ("services:\n  - pay\n  - orders", "services", ("pay", "orders")),
        ("services:\n- pay", "services", ("pay",)),
        ("summary: >\n  It was\n  slow.", "summary", ("It was slow.",)),
        ("Severity: SEV-2", "severity", ("SEV-2",)),
        ("제목: 결제", "제목", ("결제",)),
    ],
)
def test_values_and_lists_are_read(written: str, key: str, values: tuple[str, ...]) -> None:
    """As people write them; keys are in lower case."""
    front, text = without_front_matter(f"---\n{written}\n---\n# A\n")
    assert front[key] == values
    assert text == "\n" * (written.count("\n") + 3) + "# A\n"


def test_toml_between_plus_signs_is_front_matter_too() -> None:
    """As Hugo writes it."""
    assert without_front_matter('+++\ntitle = "Pay"\n+++\nx\n')[0] == {"title": ("Pay",)}


@pytest.mark.parametrize("text", ["---\n\nHello\n\n---\nx\n", "---\n# A\n", "text\n---\na: b\n---\n", ""])
def test_a_rule_at_the_top_is_no_front_matter(text: str) -> None:
    """Without a key behind it the text stays as it is."""
    assert without_front_matter(text) == ({}, text)
