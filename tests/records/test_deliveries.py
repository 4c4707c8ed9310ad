"""Deliveries: kept once, given to one worker, and given again when that one dies."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from kg.records import deliveries, open_records
from kg.records.deliveries import Delivery, DeliveryState, forget_settled, keep, settle, take_waiting

START = datetime(2026, 11, 30, 12, tzinfo=UTC)


def delivery(uid: str, seconds: int = 0) -> Delivery:
    return Delivery(
        uid, "gitlab", "push", "42", '{"ref": "refs/heads/main"}', START + timedelta(seconds=seconds)
    )


async def test_what_is_sent_twice_is_kept_once(sql_url: str) -> None:
    """A host that sends a message again, also to two API processes at once, is told once that it is new."""
    async with open_records(sql_url) as one, open_records(sql_url) as two:
        news = await asyncio.gather(*(keep(each, delivery("a")) for each in (one, two, one, two)))
        assert sorted(news) == [False, False, False, True]
        assert await take_waiting(one, 10) == [
            Delivery("a", "gitlab", "push", "42", '{"ref": "refs/heads/main"}', START, DeliveryState.TAKEN)
        ]


async def test_each_is_given_to_one_worker_the_oldest_first(sql_url: str) -> None:
    """Two workers that take at the same time get different ones, and together all of them."""
    async with open_records(sql_url) as one, open_records(sql_url) as two:
        for number in range(20):
            await keep(one, delivery(f"{number:02}", -number))
        taken = await asyncio.gather(*(take_waiting(each, 3) for each in (one, two) * 4))
        uids = [found.uid for part in taken for found in part]
        assert sorted(uids) == sorted({f"{number:02}" for number in range(20)})
        for part in taken:
            assert [found.received_at for found in part] == sorted(found.received_at for found in part)


async def test_one_whose_worker_died_is_given_again(sql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken and not settled, it comes again after a while; settled, never."""
    monkeypatch.setattr(deliveries, "TAKEN_SECONDS", 0.0)
    async with open_records(sql_url) as records:
        await keep(records, delivery("a"))
        await take_waiting(records, 10)
        assert [found.uid for found in await take_waiting(records, 10)] == ["a"]
        await settle(records, "a", DeliveryState.IGNORED, "the project is not connected")
        assert await take_waiting(records, 10) == []
        (kept,) = await deliveries.list_deliveries(records, 10)
        assert (kept.state, kept.reason) == (DeliveryState.IGNORED, "the project is not connected")


async def test_old_ones_are_forgotten_once_settled(sql_url: str) -> None:
    """What is older than the bound goes, unless it still waits."""
    async with open_records(sql_url) as records:
        for uid in ("waits", "done"):
            await keep(records, delivery(uid, -30 * 86_400))
        await settle(records, "done", DeliveryState.DONE)
        assert await forget_settled(records) == 1
        assert [found.uid for found in await take_waiting(records, 10)] == ["waits"]
