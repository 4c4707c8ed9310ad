"""When things happened: dates, times, zones and their order, from what people write."""

import pytest

from kg.ingest.parse.incidents.durations import minutes_in
from kg.ingest.parse.incidents.moments import moments_in
from kg.ingest.parse.incidents.zones import zone_in, zone_said_in
from tests.ingest.parse.incidents.reading import facts_of


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2024-05-03 9:05", "2024-05-03T09:05"),
        ("2024-05-03T23:48:10Z", "2024-05-03T23:48:10+00:00"),
        ("May 3rd, 2024 at 4:02 PM PST", "2024-05-03T16:02-08:00"),
        ("3 May 2024, 09:05 (UTC+2)", "2024-05-03T09:05+02:00"),
        ("23:48 (05-03)", "--05-03T23:48"),
        ("2024년 5월 3일 오후 3시 5분", "2024-05-03T15:05"),
        ("2024年5月3日 下午3:05", "2024-05-03T15:05"),
        ("05-June-2024 14:00", "2024-06-05T14:00"),
        ("09:05 IST", "09:05+05:30"),
        ("09:05 CST", "09:05"),
    ],
)  # fmt: skip
def test_a_moment_is_as_written(written: str, read: str) -> None:
    """What is not said stays out, a zone whose name has several meanings too."""
    assert str(moments_in(written)[0]) == read


@pytest.mark.parametrize("text", ["port 80:8080", "v10:30:00:1", "a ratio of 3:1", "24:75", ""])
def test_what_is_no_moment(text: str) -> None:
    """Other pairs of numbers say nothing."""
    assert moments_in(text) == []


def test_a_date_of_two_readings_is_read_as_the_report_writes_others() -> None:
    """`05-03-2024` beside `05-28-2024` is the 3rd of May; alone it is no day, for what stands below it either."""
    text = "## Timeline\n\n05-03-2024\n\n7:32 PM UTC - a\n\n"
    assert timeline(f"{text}05-28-2024 - b\n") == ["2024-05-03T19:32+00:00 a", "2024-05-28 b"]
    assert timeline(text) == ["19:32+00:00 a"]
    assert timeline(text.replace("05-03-2024", "05.03.2024")) == ["2024-03-05T19:32+00:00 a"]


@pytest.mark.parametrize(
    ("written", "minutes"),
    [
        ("47 minutes", 47), ("1h 20m", 80), ("1 hour and 48 minutes", 108), ("54 hours 10 minutes", 3250),
        ("11 Days", 15840), ("1.5 hours", 90), ("47분", 47), ("1小时20分钟", 80), ("00:47:00", 47), ("PT1H5M", 65),
        ("soon", 0), ("5 users", 0),
    ],
)  # fmt: skip
def test_lengths_of_time(written: str, minutes: int) -> None:
    """Units of three languages; a number alone is no length."""
    assert minutes_in(written) == minutes


def test_zones() -> None:
    """By name, by offset, or in a sentence about all times."""
    assert [zone_in(z) for z in ("KST", "UTC-3", "GMT+05:30", "CEST", "ET", "WET")] == [
        "+09:00", "-03:00", "+05:30", "+02:00", "", "+00:00",
    ]  # fmt: skip
    assert zone_said_in("Some words. All times are in CET.") == "+01:00"
    assert zone_said_in("The UTC clock was late") == ""


def timeline(text: str) -> list[str]:
    return list(facts_of(f"# Incident\n\n{text}", "postmortems/2024-05-03-x.md")["timeline"])


def test_midnight_comes_once_and_entries_out_of_order_do_not_bring_it() -> None:
    """Much earlier than above: the next day. A little earlier: written down late."""
    text = "## Timeline (UTC)\n- 23:50 a\n- 23:40 b\n- 00:10 c\n- 00:05 d\n"
    assert timeline(text) == [
        "2024-05-03T23:40+00:00 b",
        "2024-05-03T23:50+00:00 a",
        "2024-05-04T00:05+00:00 d",
        "2024-05-04T00:10+00:00 c",
    ]


def test_a_day_stands_above_its_entries() -> None:
    """In a line or a heading of its own; also at the turn of the year."""
    text = "## Timeline\n\n**2023-12-31**\n\n- 09:00 UTC a\n\n### 1 January\n\n- 10:00 UTC b\n"
    assert timeline(text) == ["2023-12-31T09:00+00:00 a", "2024-01-01T10:00+00:00 b"]


def test_what_a_table_leaves_open_stays_open() -> None:
    """A day without a time, and no day at all."""
    text = "## Timeline\n\n| Time in CET | Event |\n|---|---|\n| 2024-05-03 --:-- | a |\n| 2024-05-03 09:00 - 11:00 | b |\n| TBA | c |\n"
    assert timeline(text) == ["2024-05-03 a", "2024-05-03T09:00+01:00 b", "? c"]
    facts = facts_of(f"# Incident\n{text}")
    assert (facts["started_at"], facts["ended_at"]) == ("2024-05-03", "2024-05-03T11:00+01:00")


def test_a_zone_of_its_own_counts_for_one_entry() -> None:
    """The others have the zone of the heading."""
    text = "## Timeline (UTC)\n- 2024-05-03 09:00 a\n- 2024-05-03 11:30 CEST b\n"
    assert timeline(text) == ["2024-05-03T09:00+00:00 a", "2024-05-03T11:30+02:00 b"]


def test_what_happened_may_stand_below_the_time() -> None:
    """As a whole paragraph below a heading, or the next line of a list."""
    text = "## Timeline\n\n### 09:00 UTC\n\nThe deploy ends.\n\n### 09:30 UTC\n\nAll fails.\nReally.\n"
    assert timeline(text) == [
        "2024-05-03T09:00+00:00 The deploy ends.",
        "2024-05-03T09:30+00:00 All fails. Really.",
    ]


def test_marks_and_remarks_are_no_part_of_an_entry() -> None:
    """Bold times, links, and lines without a time."""
    text = "## Timeline\n- **09:00 UTC** - [The deploy](https://x.y/1) of `billing` ends\n\nSee the graph.\n"
    assert timeline(text) == ["2024-05-03T09:00+00:00 The deploy of billing ends"]
