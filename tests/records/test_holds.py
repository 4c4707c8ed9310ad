"""Holds: one commit of one ref is kept out until it is released."""

from pathlib import Path

from kg.records import open_records
from kg.records.holds import Hold, held, hold, list_holds, release

ONE = Hold("shop", "main", "a" * 40, "empty answers", "tier 2")


async def test_a_held_commit_is_held_on_its_ref_only(tmp_path: Path) -> None:
    """Another commit, ref or repository is not; who holds it and why comes back, after a restart too."""
    url = f"sqlite:///{tmp_path}/kg.db"
    async with open_records(url) as records:
        assert await hold(records, [ONE]) == (ONE,)
    async with open_records(url) as records:
        found = await held(records, "shop", "main", ONE.commit)
        assert found is not None
        assert (found.reason, found.by) == ("empty answers", "tier 2")
        assert found.created_at.endswith("+00:00")
        for other in (
            ("shop", "main", "b" * 40),
            ("shop", "next", ONE.commit),
            ("lib", "main", ONE.commit),
        ):
            assert await held(records, *other) is None


async def test_a_second_hold_leaves_the_first(tmp_path: Path) -> None:
    """Holding what is held changes nothing, and is said by giving nothing back."""
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        await hold(records, [ONE])
        assert await hold(records, [Hold("shop", "main", ONE.commit, "another", "me")]) == ()
        (only,) = await list_holds(records)
        assert only.reason == "empty answers"


async def test_a_release_takes_one_commit_or_all_of_a_repository(tmp_path: Path) -> None:
    """What was released is given back; other repositories stay held."""
    two, other = Hold("shop", "main", "b" * 40, "", "me"), Hold("lib", "main", "c" * 40, "", "me")
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        await hold(records, [ONE, two, other])
        assert [one.commit for one in await release(records, "shop", two.commit)] == [two.commit]
        assert [one.commit for one in await release(records, "shop")] == [ONE.commit]
        assert await release(records, "shop") == ()
        assert [one.repo for one in await list_holds(records)] == ["lib"]
