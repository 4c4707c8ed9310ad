"""What ended an incident: below many headings, and in a timeline where nothing else says it."""

import pytest

from tests.ingest.parse.incidents.reading import facts_of


def fix_of(text: str) -> str:
    return str(facts_of(f"# Queue\n\nIt was slow.\n\n{text}\n").get("fix", ""))


def timeline(*entries: str) -> str:
    return "## Timeline\n\n" + "\n".join(f"- 2024-05-03 {entry}" for entry in entries)


@pytest.mark.parametrize(
    "heading",
    [
        "Resolution",
        "Immediate mitigation",
        "Short-term fix",
        "Recovery and restoration",
        "Incident response",
        "How we fixed it",
        "How the outage was resolved",
        "What we did",
        "What fixed it?",
        "Steps taken",
    ],
)
def test_a_fix_stands_below_many_headings(heading: str) -> None:
    """Whatever the heading calls it."""
    assert fix_of(f"## {heading}\n\nA second worker was started.") == "A second worker was started."


@pytest.mark.parametrize("heading", ["What we did well", "Response time", "What we learned"])
def test_a_heading_about_the_work_itself_has_no_fix(heading: str) -> None:
    """It says how well something was done, not what."""
    assert fix_of(f"## {heading}\n\nThe team was quick.") == ""


def test_what_was_done_at_once_is_the_fix_where_only_plans_stand_beside_it() -> None:
    """And stays among the follow-ups that are done."""
    text = "## Remediation\n\n### Immediate actions (completed)\n\n- The limit is higher\n\n### Long-term improvements\n\n- A second queue"
    assert fix_of(text) == "- The limit is higher"


def test_a_paragraph_between_the_entries_states_the_fix() -> None:
    """Not an entry, nor a field of anything else."""
    text = f"{timeline('09:00 UTC It fails')}\n\n**Resolution:** The pool was widened.\n\n**Status:** closed"
    assert fix_of(text) == "The pool was widened."


@pytest.mark.parametrize(
    ("entries", "fix"),
    [
        (("09:00 It fails", "09:20 Rolled back to 1.4", "09:25 Back to normal"), "Rolled back to 1.4"),
        (("09:00 It fails", "09:20 Limit increased. Errors recovered"), "Limit increased."),
        (
            ("09:00 It fails", "09:20 Pods deleted on one node. Service resumes."),
            "Pods deleted on one node.",
        ),
        (("09:00 It fails", "09:10 Rollback fails", "09:30 Service restored"), ""),
        (("09:00 It fails", "09:10 Workers restarted", "09:20 Still slow", "09:50 Service restored"), ""),
        (("09:00 Version 1.5 deployed", "09:30 Service restored"), ""),
    ],
)
def test_the_entry_before_all_was_well_says_what_was_done(entries: tuple[str, ...], fix: str) -> None:
    """Only the one directly before it, and nothing that failed or that only went out."""
    assert fix_of(timeline(*entries)) == fix


def test_a_sentence_in_a_list_is_one_of_its_own() -> None:
    """What stands in the items before it is not part of it."""
    assert fix_of("## Summary\n\n- Traffic grew\n- Banning the bot resolved the load issue.") == (
        "Banning the bot resolved the load issue."
    )


def test_an_entry_goes_on_in_the_next_line_and_two_times_are_no_zone() -> None:
    """`13:30-13:45` in a heading is from when to when."""
    text = "## Timeline\n\n### 13:30-13:45\n\nIt fails\nfor all.\n\n### 14:00\n\nThe hub is restarted.\nService is\nback to normal.\n"
    facts = facts_of(f"# Hub\n\nAll times in CET.\n\n{text}")
    assert facts["timeline"][-1] == "2024-05-03T14:00+01:00 The hub is restarted. Service is back to normal."
    assert facts["fix"] == "The hub is restarted."
