"""What hosts told and were told: deployments, groups, statuses; the same in each kind of database."""

from kg.records import open_records
from kg.records.deployments import Deployment, keep_deployment, list_deployments
from kg.records.groups import Group, forget_group, keep_group, list_groups
from kg.records.statuses import note_told, told

COMMIT = "a" * 40


async def test_the_newest_deployment_of_an_environment_counts(sql_url: str) -> None:
    """In whatever order they are told, and told twice; numbers are beyond 32 bits at a large host."""
    first, second = 2**40, 2**40 + 1
    async with open_records(sql_url) as records:
        kept = [
            await keep_deployment(records, Deployment("shop", "prod", COMMIT, number, "2026-11-30"))
            for number in (first, second, first, second)
        ]
        assert kept == [True, True, False, False]
        (only,) = await list_deployments(records, ["shop"])
        assert only.number == second
        assert await list_deployments(records, []) == ()


async def test_a_group_is_kept_once_and_forgotten(sql_url: str) -> None:
    """Kept again it is changed; forgotten it is gone, and that is said."""
    async with open_records(sql_url) as records:
        for hooks in (False, True):
            await keep_group(records, Group("gitlab.example", "acme", "env:TOKEN", 3, hooks))
        assert await list_groups(records) == (Group("gitlab.example", "acme", "env:TOKEN", 3, True),)
        assert [await forget_group(records, "gitlab.example", "acme") for _ in "ab"] == [True, False]
        assert await list_groups(records) == ()


async def test_the_last_status_is_remembered(sql_url: str) -> None:
    """Of each commit of each repository."""
    async with open_records(sql_url) as records:
        assert await told(records, "shop", COMMIT) == ""
        for state in ("pending", "success"):
            await note_told(records, "shop", COMMIT, state)
        assert await told(records, "shop", COMMIT) == "success"
        assert await told(records, "other", COMMIT) == ""
