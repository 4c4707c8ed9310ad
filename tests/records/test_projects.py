"""Projects: one key for good, one entry for each project of a host, and no secret."""

from dataclasses import replace

import pytest

from kg.errors import NotFound, SettingsError
from kg.records import open_records
from kg.records.projects import (
    Project,
    ProjectState,
    Provider,
    connect,
    find,
    list_projects,
    project,
    rename,
    set_priority,
    set_state,
)

SHOP = Project(
    "shop/orders",
    "https://gitlab.example/shop/orders.git",
    Provider.GITLAB,
    "gitlab.example",
    "42",
    "shop/orders",
    "main",
    credential="env:GITLAB_TOKEN",
)


async def test_a_project_is_found_by_what_its_host_calls_it(sql_url: str) -> None:
    """The id at the host finds it, also after a restart; another id, or another host, finds nothing."""
    async with open_records(sql_url) as records:
        await connect(records, SHOP)
    async with open_records(sql_url) as records:
        assert await find(records, Provider.GITLAB, "gitlab.example", "42") == SHOP
        assert await find(records, Provider.GITLAB, "gitlab.example", "43") is None
        assert await find(records, Provider.GITLAB, "other.example", "42") is None
        assert await project(records, "shop/orders") == SHOP


async def test_a_rename_keeps_the_key(sql_url: str) -> None:
    """After a transfer the same repository has another path and URL; its state and priority can change."""
    async with open_records(sql_url) as records:
        await connect(records, SHOP)
        await rename(records, "shop/orders", "sales/orders", "https://gitlab.example/sales/orders.git")
        await set_state(records, "shop/orders", ProjectState.PAUSED)
        await set_priority(records, "shop/orders", 1)
        (found,) = await list_projects(records)
    moved = replace(SHOP, path="sales/orders", url="https://gitlab.example/sales/orders.git")
    assert found == replace(moved, state=ProjectState.PAUSED, priority=1)


async def test_connecting_again_changes_what_it_says(sql_url: str) -> None:
    """The same project with another branch is the same entry."""
    async with open_records(sql_url) as records:
        await connect(records, SHOP)
        await connect(records, replace(SHOP, ref="release"))
        assert [found.ref for found in await list_projects(records)] == ["release"]


async def test_one_project_has_one_key_and_a_key_one_project(sql_url: str) -> None:
    """A second key for the same project, or the key of another one, is refused with what to do."""
    async with open_records(sql_url) as records:
        await connect(records, SHOP)
        with pytest.raises(SettingsError, match="connected as shop/orders already"):
            await connect(records, replace(SHOP, repo="orders"))
        with pytest.raises(SettingsError, match="another key"):
            await connect(records, replace(SHOP, remote_id="43"))
        await connect(records, Project("a", "/srv/a.git"))
        await connect(records, Project("b", "/srv/b.git"))  # neither has an id: they are not the same
        assert len(await list_projects(records)) == 3


async def test_what_is_not_there_or_not_allowed(sql_url: str) -> None:
    """A change of an unknown project, a token instead of its place, a priority out of range."""
    async with open_records(sql_url) as records:
        with pytest.raises(NotFound):
            await set_state(records, "shop/orders", ProjectState.CLOSED)
        with pytest.raises(SettingsError, match="env:NAME") as refused:
            await connect(records, replace(SHOP, credential="glpat-not-a-real-token"))
        assert "glpat" not in str(refused.value)
        with pytest.raises(SettingsError, match="not 0"):
            await set_priority(records, "shop/orders", 0)
