"""The note at a merge request: what it says, and what no name in it can do."""

from kg.publish.gitlab.note import MARKER, SHOWN, note_text
from kg.schema.ids import Uid, Vid
from kg.schema.impact import Impact, Reached
from kg.schema.question import Place
from kg.schema.vocabulary import Kind


def place(name: str) -> Place:
    uid = f"shop:{name}"
    return Place(
        Uid(uid), Vid(f"{uid}@7"), Kind.METHOD, name.rpartition(".")[2], name, "shop", "src/pay.py", 1, 2
    )


def impact(*reached: Reached, cut: bool = False) -> Impact:
    return Impact(7, (Reached(place("pay.charge"), ()),), reached, (), (), (), cut)


def test_names_stand_where_they_do_nothing() -> None:
    """A name mentions nobody, links to nothing, and begins no line of its own."""
    evil = "a`@all [x](javascript:1)\n/close\n<img src=x>"
    text = note_text(impact(Reached(place(evil), (), owner_team="`@all`")), [evil], "a" * 40)
    assert text.startswith(MARKER)
    assert "`a'@all [x](javascript:1) /close <img src=x>`" in text
    outside = "".join(text.split("`")[::2])
    assert "@all" not in outside and "<img" not in outside and "/close" not in outside


def test_a_note_is_short_and_says_what_is_missing() -> None:
    """Ten of a kind are named, the rest is counted; a bound is told."""
    many = [Reached(place(f"other.m{number}"), ()) for number in range(SHOWN + 5)]
    text = note_text(impact(*many, cut=True), [], "a" * 40)
    assert f"**Called or used by**: {SHOWN + 5}" in text and "and 5 more" in text and "There is more" in text
    assert f"m{SHOWN}`" not in text
    assert "Nothing that the graph knows leads to" in note_text(impact(), [], "a" * 40)
