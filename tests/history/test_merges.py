"""Merge requests, as merge commits name them."""

from pathlib import Path

import pytest

from kg.history.merges import merge_requests, request_in, with_request
from kg.schema.history import Commit
from tests.history.repository import Past

GITLAB = "Merge branch 'refunds' into 'main'\n\nRefunds\n\nSee merge request shop/orders!12"


def test_a_commit_came_by_the_merge_that_brought_it(tmp_path: Path) -> None:
    """What was on the main branch before did not; of nested merges the inner one counts."""
    past = Past(tmp_path / "shop", {"a": "1"})
    past.git("switch", "--quiet", "--create", "develop")
    past.commit("on develop", {"b": "1"})
    past.git("switch", "--quiet", "--create", "refunds")
    past.commit("refunds", {"c": "1"})
    past.git("switch", "--quiet", "develop")
    past.commit("meanwhile", {"d": "1"})
    past.merge("refunds", GITLAB)
    past.git("switch", "--quiet", "main")
    past.commit("on main", {"e": "1"})
    past.merge("develop", "Merge pull request #40 from shop/develop\n\nRelease")
    found = merge_requests(past.git_dir, "HEAD")
    told = {s: found.get(past.sha(s), "") for s in ("first", "on develop", "refunds", "meanwhile", "on main")}
    assert told == {
        "first": "",
        "on develop": "#40",
        "refunds": "shop/orders!12",
        "meanwhile": "#40",
        "on main": "",
    }


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (GITLAB, "shop/orders!12"),
        ("Merge branch 'x'\n\nSee merge request !7", "!7"),
        ("Merge pull request #9 from a/b", "#9"),
        ("Merge branch 'main' into x", ""),
    ],
)
def test_forges_name_requests_in_their_own_way(message: str, wanted: str) -> None:
    """GitLab at the end of the message, GitHub at its beginning."""
    assert request_in(message) == wanted


def test_a_squashed_commit_names_its_own_request() -> None:
    """At the end of its subject, in parentheses."""
    squashed = Commit("s", "Ann", "", "Refunds are rounded (#31)")
    assert with_request(squashed, {"s": "#40"}).merge_request == "#31"
    assert with_request(Commit("s", "Ann", "", "see #31"), {}).merge_request == ""
