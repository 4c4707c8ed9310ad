"""What is to be done after an incident, and whether it is said to be done."""

import pytest

from tests.ingest.parse.incidents.reading import facts_of


def items(text: str) -> tuple[str, ...]:
    found: tuple[str, ...] = facts_of(f"# Incident\n\n## Action items\n\n{text}").get("follow_ups", ())
    return found


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("- [ ] Add a test", "open Add a test"),
        ("[ ] Add a test", "open Add a test"),
        ("* [x] Add a test (@mara)", "done Add a test (@mara)"),
        ("1. Add a test", "open Add a test"),
        ("- Add a test (done)", "done Add a test (done)"),
        ("- ✅ Add a test", "done Add a test"),
        ("- ~~Add a test~~", "done ~~Add a test~~"),
        ("- A test has been added", "done A test has been added"),
        ("- We've asked the teams to test", "done We've asked the teams to test"),
        ("- We need more tests", "open We need more tests"),
        ("Write a test.", "open Write a test."),
    ],
)  # fmt: skip
def test_an_item_is_open_until_it_is_said_to_be_done(written: str, read: str) -> None:
    """By a box, a word, a sign, or the tense of the sentence."""
    assert items(written) == (read,)


def test_items_below_an_item_belong_to_it() -> None:
    """Unless they have boxes of their own."""
    assert items("- Tests\n    - of the lease\n- Alerts\n    - [x] on its age\n") == (
        "open Tests",
        "open Alerts",
        "done on its age",
    )


def test_bullets_below_a_number_belong_to_it() -> None:
    """People do not always indent them."""
    assert items("1. Tests\n\n- of the lease\n- of its age\n\n2. Alerts\n") == ("open Tests", "open Alerts")


def test_a_heading_says_that_all_below_it_is_done() -> None:
    """As reports with both lists do."""
    assert items("### Completed\n- a\n### Planned\n- b\n") == ("done a", "open b")


def test_a_table_says_who_and_until_when() -> None:
    """The id of a ticket is not the item."""
    table = "| ID | Task | Assignee | Due | State |\n|---|---|---|---|---|\n| X-1 | Add a test | Mara | | closed |\n"
    assert items(table) == ("done Add a test (Mara)",)
