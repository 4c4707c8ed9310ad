"""`kg gitlab …`, as a person uses it, against the fake; in one process, since each start costs a second."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kg.config import load
from kg.errors import NotFound, SettingsError
from kg.graph import Graph, GraphOptions
from kg.records import open_records
from kg.records.deliveries import Delivery, DeliveryState, keep, settle
from tests.cli.typed import Commands
from tests.gitlab.fake import TOKEN, fake_gitlab


def test_projects_are_planned_connected_and_set_aside(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path
) -> None:
    """A plan does nothing; connecting keeps the group and asks for jobs; pause, priority and forget do what they
    say; what is missing is said, and the token never."""
    token = tmp_path / "token"
    token.write_text(TOKEN)
    with fake_gitlab(tmp_path / "git") as fake:
        shop = fake.create("acme/shop", {"pay.py": "x = 1\n"})
        fake.create("acme/deep/tax", {"tax.py": "y = 1\n"})
        place = {
            "home": tmp_path / "home",
            "neo4j_uri": graph_options.uri,
            "neo4j_password": graph_options.password,
            "gitlab_url": fake.url,
        }
        with pytest.raises(SettingsError, match="KG_GITLAB_TOKEN_FILE"):
            Commands(TOKEN, **place)("gitlab", "plan", "acme")
        kg = Commands(TOKEN, **place, gitlab_token_file=token, gitlab_hook_url="https://kg.example")
        planned = kg("gitlab", "plan", "acme", "--json")["projects"]
        assert [one["path"] for one in planned] == ["acme/deep/tax", "acme/shop"]
        assert kg("gitlab", "list", "--json") == {"projects": [], "groups": []}
        assert len(kg("gitlab", "connect", "acme", "--hooks", "--json")) == 2
        assert [hook["url"] for hook in shop.hooks] == ["https://kg.example/hooks/gitlab"]
        kg("gitlab", "pause", "acme/shop")
        kg("gitlab", "priority", "acme/deep/tax", "2")
        listed = kg("gitlab", "list", "--json")
        assert {one["repo"]: (one["state"], one["priority"]) for one in listed["projects"]} == {
            "acme/shop": ("paused", 5), "acme/deep/tax": ("connected", 2),
        }  # fmt: skip
        assert [one["path"] for one in listed["groups"]] == ["acme"]
        assert len(kg("jobs", "list", "--json")) == 2
        kg("gitlab", "resume", "acme/shop")
        kg("gitlab", "forget", "acme")
        after = kg("gitlab", "list", "--json")
        assert after["groups"] == [] and {one["state"] for one in after["projects"]} == {"connected"}
        for words in (("connect", "acme/nothing"), ("forget", "acme"), ("pause", "acme/nothing")):
            with pytest.raises(NotFound):
                kg("gitlab", *words)


def test_what_became_of_each_message_can_be_looked_up(tmp_path: Path) -> None:
    """The newest first, with its reason; by state; a state that is none is refused."""
    kg = Commands(TOKEN, home=tmp_path / "home")
    assert kg("gitlab", "hooks", "--json") == []
    asyncio.run(_told(tmp_path / "home"))
    (first, second) = kg("gitlab", "hooks", "--json")
    assert (first["event"], first["state"]) == ("tag_push", "waiting")
    assert (second["event"], second["state"], second["reason"]) == ("push", "failed", "the host is away")
    assert [one["project"] for one in kg("gitlab", "hooks", "--state", "failed", "--json")] == ["acme/shop"]
    with pytest.raises(SettingsError, match="no state"):
        kg("gitlab", "hooks", "--state", "tired")


async def _told(home: Path) -> None:
    async with open_records(load({"home": home}).records_url) as records:
        for at, event in enumerate(("push", "tag_push")):
            told = datetime(2026, 12, 1, at, tzinfo=UTC)
            await keep(records, Delivery(event, "gitlab", event, "acme/shop", "{}", told))
            if event == "push":
                await settle(records, event, DeliveryState.FAILED, "the host is away")
