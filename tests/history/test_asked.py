"""History, blame and co-change of one artifact, when somebody asks."""

import asyncio
from pathlib import Path

from kg.history.blame import blame
from kg.history.bounded import Bounds
from kg.history.changes import history
from kg.history.cochange import co_changed
from kg.history.mirror import find_mirror
from kg.history.standing import Span, Standing
from kg.schema.history import History, Transition
from kg.schema.ids import Uid
from kg.schema.vocabulary import Kind
from tests.history.repository import Past

PAY = "def charge():\n    take()\n    log()\n\n\ndef refund():\n    give()\n    log()\n"
BOUNDS = Bounds()


def stands(past: Past, *spans: Span, kind: Kind = Kind.METHOD, name: str = "x") -> Standing:
    commit = past.git("rev-parse", "HEAD")
    mirror = asyncio.run(find_mirror("shop", str(past.folder), commit, past.folder))
    return Standing(Uid("shop:x"), kind, name, spans, mirror)


def asked(
    past: Past, *spans: Span, kind: Kind = Kind.METHOD, name: str = "x", bounds: Bounds = BOUNDS
) -> History:
    return asyncio.run(history(stands(past, *spans, kind=kind, name=name), bounds))


def subjects(found: History) -> list[str]:
    return [change.commit.subject for change in found.changes]


def test_the_history_of_a_method_is_that_of_its_lines(tmp_path: Path) -> None:
    """With author, date and merge request, through a rename; the file's is longer."""
    past = Past(tmp_path / "shop", {"pay.py": PAY})
    past.git("switch", "--quiet", "--create", "work")
    past.commit("refunds are logged", {"pay.py": PAY.replace("give()", "give(1)")})
    past.git("switch", "--quiet", "main")
    past.merge("work", "Merge branch 'work'\n\nSee merge request shop/orders!12")
    past.commit("moved", {"pay.py": None, "lib/pay.py": PAY.replace("give()", "give(1)")})
    found = asked(past, Span("lib/pay.py", 6, 8))
    assert subjects(found) == ["refunds are logged", "first"] and found.complete and not found.whole_file
    commit = found.changes[0].commit
    assert (commit.author, commit.at, commit.merge_request) == (
        "Ann",
        "2026-02-01T00:00:02Z",
        "shop/orders!12",
    )
    assert [change.path for change in found.changes] == ["pay.py", "pay.py"]
    whole = asked(past, Span("lib/pay.py", 0, 0), kind=Kind.FILE)
    assert subjects(whole) == ["moved", "refunds are logged", "first"] and whole.whole_file


def test_a_method_that_moved_to_another_file_keeps_its_history(tmp_path: Path) -> None:
    """The commit that took its lines away there and wrote them here is followed on."""
    past = Past(tmp_path / "shop", {"pay.py": PAY, "a.py": "a = 1\n" * 5})
    past.commit("give one", {"pay.py": PAY.replace("give()", "give(1)")})
    charge, refund = PAY.replace("give()", "give(1)").split("\n\n\n")
    past.commit("refunds of their own", {"pay.py": charge + "\n", "a.py": "a = 1\n" * 5 + "\n\n" + refund})
    past.commit(
        "log nothing", {"a.py": "a = 1\n" * 5 + "\n\n" + refund.replace("    log()\n", "    log(0)\n")}
    )
    assert subjects(asked(past, Span("a.py", 8, 10))) == [
        "log nothing", "refunds of their own", "give one", "first",
    ]  # fmt: skip


def test_lines_that_only_look_alike_did_not_move(tmp_path: Path) -> None:
    """Nothing was taken away elsewhere: the method is new."""
    past = Past(tmp_path / "shop", {"pay.py": PAY, "a.py": "a = 1\n"})
    past.commit("a copy", {"a.py": "a = 1\n" + PAY})
    assert subjects(asked(past, Span("a.py", 7, 9))) == ["a copy"]


def test_a_setting_tells_when_it_got_which_value(tmp_path: Path) -> None:
    """By environment, also where its line moved, and who decided it."""
    past = Past(
        tmp_path / "shop",
        {"application.yml": "lease:\n  seconds: 15\n", "application-prod.yml": "lease.seconds: 20\n"},
    )
    past.commit("other", {"application.yml": "lease:\n  seconds: 15\nname: x\n"})
    past.commit("shorter leases (#7)", {"application.yml": "name: x\nlease:\n  kind: a\n  seconds: 8\n"})
    past.commit("none in prod", {"application-prod.yml": "a: 1\n"})
    spans = (Span("application.yml", 4, 4), Span("application-prod.yml", 1, 1))
    found = asked(past, *spans, kind=Kind.CONFIG, name="lease.seconds")
    assert [(c.commit.subject, c.transitions) for c in found.changes] == [
        ("none in prod", (Transition("prod", "20", ""),)),
        ("shorter leases (#7)", (Transition("default", "15", "8"),)),
        ("first", (Transition("default", "", "15"),)),
        ("first", (Transition("prod", "", "20"),)),
    ]
    assert found.changes[1].commit.merge_request == "#7"


def test_a_secret_value_is_in_no_transition(tmp_path: Path) -> None:
    """That it changed is told, what it was is not."""
    past = Past(tmp_path / "shop", {"app.properties": "db.password=hunter2x9\n"})
    past.commit("no password", {"app.properties": "db.password=${DB_PASSWORD}\n"})
    found = asked(past, Span("app.properties", 1, 1), kind=Kind.CONFIG, name="db.password")
    assert [change.transitions[0] for change in found.changes] == [
        Transition("default", "<withheld:string>", "${DB_PASSWORD}"),
        Transition("default", "", "<withheld:string>"),
    ]
    assert "hunter2x9" not in repr(found)


def test_a_history_is_bounded_and_says_so(tmp_path: Path) -> None:
    """By count; and by time, where there is none at all."""
    past = Past(tmp_path / "shop", {"pay.py": PAY})
    past.commit("two", {"pay.py": PAY.replace("give()", "give(1)")})
    span = Span("pay.py", 6, 8)
    assert not (cut := asked(past, span, bounds=Bounds(changes=1))).complete and subjects(cut) == ["two"]
    assert not asked(past, span, bounds=Bounds(seconds=-1)).complete


def test_a_shallow_clone_does_not_claim_to_know_it_all(tmp_path: Path) -> None:
    """What is cut off may hold more."""
    past = Past(tmp_path / "shop", {"pay.py": PAY}).commit("two", {"pay.py": PAY + "\n"})
    past.git("clone", "--quiet", "--depth=1", f"file://{past.folder}", str(tmp_path / "clone"))
    past.folder = tmp_path / "clone"
    assert not asked(past, Span("pay.py", 6, 8)).complete


def test_blame_tells_who_wrote_which_lines(tmp_path: Path) -> None:
    """Neighbouring lines of one commit together, within the artifact."""
    past = Past(tmp_path / "shop", {"pay.py": PAY})
    past.commit("give one", {"pay.py": PAY.replace("give()", "give(1)")})
    found = asyncio.run(blame(stands(past, Span("pay.py", 6, 8))))
    assert [(b.start_line, b.end_line, b.commit.subject) for b in found] == [
        (6, 6, "first"), (7, 7, "give one"), (8, 8, "first"),
    ]  # fmt: skip
    assert found[1].commit.author == "Ann" and found[1].commit.at == "2026-02-01T00:00:02Z"


def test_what_changes_together_is_counted(tmp_path: Path) -> None:
    """By today's names, at least twice, and not by commits that touch everything."""
    past = Past(tmp_path / "shop", {"pay.py": PAY, "tax.py": "t = 0\n" * 5, "a.py": "a"})
    for n in (1, 2):
        past.commit(f"rate {n}", {"pay.py": PAY.replace("give()", f"give({n})"), "tax.py": f"t = {n}\n" * 5})
    past.commit("rename", {"tax.py": None, "rates.py": "t = 2\n" * 5})
    past.commit("all", {f"f{n}.py": "x" for n in range(60)} | {"pay.py": PAY})
    found = asyncio.run(co_changed(stands(past, Span("pay.py", 6, 8)), 10, BOUNDS))
    assert [(one.path, one.together, one.share) for one in found] == [("rates.py", 3, 1.0)]


def test_subjects_are_redacted_wherever_they_are_shown(tmp_path: Path) -> None:
    """In histories and in blame."""
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0"
    past = Past(tmp_path / "shop", {"pay.py": PAY}, f"with {token}")
    span = Span("pay.py", 6, 8)
    assert token not in repr(asked(past, span)) + repr(asyncio.run(blame(stands(past, span))))
