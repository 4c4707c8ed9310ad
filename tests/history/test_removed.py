"""The commit that took away what a document names."""

from pathlib import Path

import pytest

from kg.history.bounded import Bounds
from kg.history.mirror import Mirror
from kg.history.removed import removed_in
from tests.history.repository import Past


@pytest.fixture
def past(tmp_path: Path) -> Past:
    """`capture` is renamed, `Old.java` is deleted; other commits touch neither, or only documents."""
    pay = "class Pay { void capture() {} }\n"
    past = Past(
        tmp_path / "shop",
        {"src/x/Pay.java": pay, "src/x/Old.java": "class Old {}\n", "a.md": "Pay#capture\n"},
    )
    past.commit("other code", {"src/x/Till.java": "class Till { void capture() {} }\n"})
    past.commit("rename", {"src/x/Pay.java": pay.replace("capture", "settle")})
    past.commit("delete", {"src/x/Old.java": None})
    return past.commit(
        "words",
        {"a.md": "Pay#capture is capture\n", "src/x/Till.java": "class Till { void captured() {} }\n"},
    )


async def subject(past: Past, mention: str) -> str:
    mirror = Mirror("shop", past.git_dir, past.git("rev-parse", "HEAD").strip(), False)
    found = await removed_in(mirror, mention, Bounds())
    return found.subject if found else ""


@pytest.mark.parametrize(
    ("mention", "expected"),
    [
        ("com.acme.Pay#capture(long)", "rename"),
        ("src/x/Old.java", "delete"),
        ("../src/x/Old.java#L3", "delete"),
        ("x.capture", "words"),
        ("Pay#never", ""),
        ("--output", ""),
    ],
)
async def test_it_is_the_newest_that_took_the_name_away(past: Past, mention: str, expected: str) -> None:
    """In the file of the class where one is named, else in any code; documents do not count."""
    assert await subject(past, mention) == expected
