"""Which commits touched which lines, through whatever happened to their file."""

from pathlib import Path

from kg.history.between import States, hunks_between
from kg.history.hunks import Hunk, moved_back
from kg.history.log import blobs_of, walk
from kg.history.track import Tracker
from kg.ingest.source.blobs import Blobs
from tests.history.repository import Past

PAY = "def charge():\n    take()\n    log()\n\n\ndef refund():\n    give()\n    log()\n"
CHARGE, REFUND = (1, 3), (6, 8)


def touched(past: Past, spans: dict[str, tuple[int, int]], path: str = "pay.py") -> dict[str, list[str]]:
    """The subjects of what touched each span of a file of HEAD, newest first; `file` is all of it."""
    with Blobs(past.git_dir) as blobs:
        tracker: Tracker[str] = Tracker(States(blobs))
        tracker.add(path, blobs_of(past.git_dir, "HEAD")[path], spans, ["file"])
        for logged in walk(past.git_dir, "HEAD"):
            tracker.see(logged)
    return {key: [one.commit.subject for one in found] for key, found in tracker.touched.items()}


def test_a_commit_touches_what_it_changes_and_nothing_beside(tmp_path: Path) -> None:
    """Lines above that come and go only move a method."""
    past = Past(tmp_path / "shop", {"pay.py": PAY})
    past.commit("refunds are logged twice", {"pay.py": PAY + "    log()\n"})
    past.commit("imports", {"pay.py": "import x\n\n\n" + PAY + "    log()\n"})
    assert touched(past, {"charge": (4, 6), "refund": (9, 12)}) == {
        "file": ["imports", "refunds are logged twice", "first"],
        "refund": ["refunds are logged twice", "first"],
        "charge": ["first"],
    }


def test_a_rename_ends_no_history(tmp_path: Path) -> None:
    """Also where the file is changed with it, and where another file takes its place."""
    past = Past(tmp_path / "shop", {"money.py": PAY, "other.py": "a = 1\n" * 9})
    past.commit("moved", {"money.py": None, "lib/pay.py": PAY.replace("take()", "take(1)")})
    assert touched(past, {"charge": CHARGE, "refund": REFUND}, "lib/pay.py") == {
        "file": ["moved", "first"],
        "charge": ["moved", "first"],
        "refund": ["first"],
    }
    past.commit("up", {"lib/pay.py": None, "pay.py": PAY.replace("take()", "take(1)")})
    past.commit("on", {"lib/pay.py": "b = 2\n"})
    assert touched(past, {"charge": CHARGE}, "pay.py")["charge"] == ["moved", "first"]
    assert touched(past, {}, "lib/pay.py")["file"] == ["on"]


def test_lines_that_are_only_deleted_touch_what_was_around_them(tmp_path: Path) -> None:
    """A method without its last statement has changed, the method behind it has not."""
    past = Past(tmp_path / "shop", {"pay.py": PAY})
    past.commit("no log", {"pay.py": PAY.replace("    take()\n    log()\n", "    take()\n", 1)})
    assert touched(past, {"charge": (1, 2), "refund": (5, 7)}) == {
        "file": ["no log", "first"],
        "charge": ["first"],
        "refund": ["first"],
    }
    past.commit(
        "no refund",
        {"pay.py": PAY.replace("    give()\n", "").replace("    take()\n    log()\n", "    take()\n", 1)},
    )
    assert touched(past, {"refund": (5, 6)})["refund"] == ["no refund", "first"]


def test_a_branch_counts_its_own_lines(tmp_path: Path) -> None:
    """Two branches that changed one file are each followed in the lines that they saw."""
    past = Past(tmp_path / "shop", {"pay.py": PAY})
    past.git("switch", "--quiet", "--create", "refunds")
    past.commit("give more", {"pay.py": PAY.replace("give()", "give(2)")})
    past.git("switch", "--quiet", "main")
    past.commit("a header", {"pay.py": "# money\n# matters\n# here\n" + PAY})
    past.commit("take more", {"pay.py": "# money\n# matters\n# here\n" + PAY.replace("take()", "take(2)")})
    past.merge("refunds", "Merge branch 'refunds'")
    found = touched(past, {"charge": (4, 6), "refund": (9, 11)})
    assert found["charge"] == ["take more", "first"]
    assert found["refund"] == ["give more", "first"]


def test_what_each_branch_added_is_followed_in_its_branch(tmp_path: Path) -> None:
    """Neither branch knows the lines of the other; the merge knows both."""
    past = Past(tmp_path / "shop", {"pay.py": PAY})
    top, end = "def hold():\n    keep()\n    log()\n\n\n", "\n\ndef void():\n    drop()\n    log()\n"
    past.git("switch", "--quiet", "--create", "voids")
    past.commit("voids", {"pay.py": PAY + end})
    past.commit("voids twice", {"pay.py": PAY + end.replace("drop()", "drop(2)")})
    past.git("switch", "--quiet", "main")
    past.commit("holds", {"pay.py": top + PAY})
    past.commit("holds twice", {"pay.py": top.replace("keep()", "keep(2)") + PAY})
    past.merge("voids", "Merge branch 'voids'")
    past.commit("after", {"a.py": "a"})
    found = touched(past, {"hold": (1, 3), "void": (16, 18), "refund": (11, 13)})
    assert (found["hold"], found["void"]) == (["holds twice", "holds"], ["voids twice", "voids"])
    assert found["refund"] == ["first"]


def test_what_was_added_later_has_no_earlier_history(tmp_path: Path) -> None:
    """The commit that first wrote a method is its first."""
    past = Past(tmp_path / "shop", {"pay.py": "def charge():\n    take()\n    log()\n"})
    past.commit("refunds", {"pay.py": PAY})
    assert touched(past, {"charge": CHARGE, "refund": REFUND}) == {
        "file": ["refunds", "first"],
        "charge": ["first"],
        "refund": ["refunds"],
    }


def test_a_file_that_came_again_starts_anew(tmp_path: Path) -> None:
    """What had its path before is another file."""
    past = Past(tmp_path / "shop", {"pay.py": "old = 1\n"})
    past.commit("gone", {"pay.py": None})
    past.commit("back", {"pay.py": PAY})
    past.commit("charged", {"pay.py": PAY.replace("take()", "take(4)")})
    assert touched(past, {"charge": CHARGE}) == {"file": ["charged", "back"], "charge": ["charged", "back"]}


def test_replaced_lines_go_back_by_their_share() -> None:
    """Of ten lines that were five, the first half was the first half."""
    before, hit = moved_back({"a": (11, 15), "b": (16, 20)}, [Hunk(11, 6, 11, 10)])
    assert before == {"a": (11, 13), "b": (14, 16)} and hit == ["a", "b"]


def test_the_difference_of_two_states_keeps_what_stands_once() -> None:
    """Lines that are the same on both sides tie them together, what is between is replaced."""
    old, new = b"a b c d e f".split(), b"x a b Q R d f".split()
    assert hunks_between(old, new) == [Hunk(0, 0, 1, 1), Hunk(3, 1, 4, 2), Hunk(5, 1, 6, 0)]
    assert hunks_between(old, old) == []
    assert hunks_between([], [b"a"]) == [Hunk(0, 0, 1, 1)]


def test_a_patch_whose_lines_look_like_git_is_read_right(tmp_path: Path) -> None:
    """Only the head of a line says what it is, and contents always have a sign before them."""
    nasty = "@@ -1 +1 @@\ndiff --git a/x b/x\n:100644 100644 a b M\tx\n\0zero\n"
    past = Past(tmp_path / "shop", {"pay.py": PAY, "a.txt": "", "gone.txt": nasty})
    past.commit("nasty", {"a.txt": nasty, "gone.txt": None, "pay.py": PAY.replace("give()", "give(1)")})
    assert touched(past, {"charge": CHARGE, "refund": REFUND})["charge"] == ["first"]
    assert touched(past, {"refund": REFUND})["refund"] == ["nasty", "first"]


def test_a_commit_that_git_cannot_read_is_passed_over(tmp_path: Path) -> None:
    """A partial clone lacks large objects: the walk goes on behind such a commit."""
    past = Past(tmp_path / "shop", {"pay.py": PAY})
    past.commit("large", {"large.txt": "x\n" * 1000, "pay.py": PAY + "\n"})
    past.commit("small", {"large.txt": "y\n", "pay.py": PAY + "\n"})
    past.commit("last", {"pay.py": PAY.replace("take()", "take(3)") + "\n"})
    blob = past.git("rev-parse", "HEAD~2:large.txt")
    (past.folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    logged = list(walk(past.git_dir, "HEAD"))
    assert [one.commit.subject for one in logged] == ["last", "small", "large", "first"]
    assert [one.readable for one in logged] == [True, False, False, True]


def test_a_secret_in_a_subject_is_redacted_before_anything_sees_it(tmp_path: Path) -> None:
    """The whole token is replaced."""
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0"
    past = Past(tmp_path / "shop", {"pay.py": PAY}, f"use {token}")
    (logged,) = walk(past.git_dir, "HEAD")
    assert token not in logged.commit.subject and logged.commit.subject.startswith("use REDACTED")
    assert logged.commit.author == "Ann" and logged.commit.at == "2026-02-01T00:00:01Z"
