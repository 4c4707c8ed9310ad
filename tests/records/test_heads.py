"""Heads: where a ref was last seen, since when, and how far behind a commit is."""

from datetime import timedelta

from kg.records import open_records
from kg.records.heads import freshness, heads_of, saw_head
from kg.records.moment import now
from kg.schema.snapshot import Watermark

OLD = Watermark("shop", "main", "a" * 40, "2026-01-01T00:00:00+00:00")


async def test_a_commit_is_behind_since_its_head_was_first_seen(sql_url: str) -> None:
    """Looking again moves when it was seen, not since when it is so; who stands at the head is up to date."""
    async with open_records(sql_url) as records:
        for commit in ("a", "b", "b"):
            await saw_head(records, "shop", "main", commit * 40)
        heads = await heads_of(records, ["shop", "lib"])
    head = heads["shop", "main"]
    assert (head.commit, head.since < head.seen_at) == ("b" * 40, True)
    (behind,) = freshness([OLD], heads, head.since + timedelta(seconds=90))
    assert (behind.head, behind.lag_seconds) == ("b" * 40, 90)
    (fresh,) = freshness([Watermark("shop", "main", "b" * 40, "")], heads, now())
    assert fresh.lag_seconds == 0


async def test_of_what_nobody_looked_at_nothing_is_claimed(sql_url: str) -> None:
    """Another ref, another repository, no look at all: the lag is not known, and not zero."""
    async with open_records(sql_url) as records:
        await saw_head(records, "shop", "next", "b" * 40)
        heads = await heads_of(records, ["shop"])
        assert await heads_of(records, []) == {}
    (one,) = freshness([OLD], heads, now())
    assert (one.head, one.head_seen_at, one.lag_seconds) == ("", "", None)
