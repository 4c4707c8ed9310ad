"""The whole way: a push to GitLab, its hook, the API, the worker, and a reader who sees it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kg.graph import Graph
from kg.publish.gitlab.access import open_gitlab
from kg.publish.gitlab.connect import connect_named
from kg.publish.gitlab.discovery import Found, discover, discover_group
from kg.publish.gitlab.join import Joining, join, join_again
from kg.publish.gitlab.statuses import tell_statuses
from kg.records.deliveries import list_deliveries
from kg.records.deployments import list_deployments
from kg.records.groups import Group, keep_group
from kg.records.jobs import JobState
from kg.records.projects import ProjectState, list_projects, project
from kg.retrieve.scope import Policy
from kg.retrieve.session import open_session
from kg.schema.access import Principal
from tests.gitlab.fake import GATEWAY, LIMITED, FakeProject
from tests.gitlab.messages import NOBODY, system
from tests.gitlab.setup import Setup, gitlab_setup

PAY = "def charge(amount):\n    return amount\n\n\ndef pay(amount):\n    return charge(amount)\n"
TEST = "from pay import pay\n\n\ndef test_pay():\n    assert pay(1) == 1\n"


@pytest.fixture
async def setup(graph: Graph, tmp_path: Path) -> AsyncIterator[Setup]:
    async with gitlab_setup(graph, tmp_path, statuses=("acme/*",), notes=("acme/*",)) as made:
        yield made


async def joined(setup: Setup, made: FakeProject) -> None:
    remote = await open_gitlab(setup.site).project(made.id)
    await join(setup.records, Joining(setup.site, Group(setup.site.host, "acme")), remote)


async def test_a_push_is_seen_by_readers_whatever_becomes_of_its_hook(setup: Setup) -> None:
    """Doubled it is one job; late and backwards nothing steps back; lost, the poll brings it."""
    shop = setup.fake.create("acme/shop", {"pay.py": PAY})
    await joined(setup, shop)
    first = shop.remote.head()
    async with setup.working():
        await setup.until_commit("acme/shop", first)
        second = shop.remote.push({"tax.py": "def rate():\n    return 7\n"})
        await setup.hooks.pushed(shop, first, second, times=3)
        await setup.until_commit("acme/shop", second)
        await setup.until_idle()
        assert len(await setup.jobs()) == 2
        found = await setup.api.data('{ method(name: "rate") { ... on Method { name } } }')
        assert found == {"method": {"name": "rate"}}
        commits = [second]
        for number in range(2):
            commits.append(shop.remote.push({"tax.py": f"def rate():\n    return {number}\n"}))
            await setup.hooks.pushed(shop, commits[-2], commits[-1], late=True)
        await setup.hooks.send_late(backwards=True)
        await setup.until_commit("acme/shop", commits[-1])
        await setup.until_idle()
        assert await setup.commit("acme/shop") == commits[-1]
        await setup.hooks.pushed(shop, NOBODY, NOBODY, ref="refs/heads/wip")
        lost = shop.remote.push({"tax.py": "def rate():\n    return 9\n"})
    async with setup.working(poll_seconds=1.0):
        await setup.until_commit("acme/shop", lost)
        await setup.until_idle()
    assert {job.state for job in await setup.jobs()} == {JobState.DONE}
    statuses = await tell_statuses(setup.stores, setup.site)
    assert statuses and {one["state"] for one in shop.statuses} == {"success"}
    assert await tell_statuses(setup.stores, setup.site) == 0
    kept = repr(await list_deliveries(setup.records, 100)) + (setup.folder / "queue.db").read_bytes().decode(
        "latin-1"
    )
    assert setup.fake.token not in kept + repr(await list_projects(setup.records))
    configs = "".join(path.read_text() for path in setup.folder.glob("mirrors/*.git/config"))
    assert configs and setup.fake.token not in configs


async def test_a_merge_request_gets_one_note_that_follows_it(setup: Setup) -> None:
    """What it touches, from the graph; a second push changes the note; without the right nothing fails."""
    shop = setup.fake.create("acme/shop", {"pay.py": PAY, "test_pay.py": TEST})
    await joined(setup, shop)
    main = shop.remote.head()
    async with setup.working():
        await setup.until_commit("acme/shop", main)
        await setup.until_idle()
        for change in ("amount * 2", "amount * 3"):
            head = shop.remote.push_request(7, {"pay.py": PAY.replace("return amount", f"return {change}")})
            attributes = {"iid": 7, "action": "update", "last_commit": {"id": head}}
            await setup.hooks.send(
                {
                    "object_kind": "merge_request",
                    "project": setup.hooks.about(shop),
                    "object_attributes": attributes,
                }
            )
            await setup.until_idle()
            (note,) = shop.notes[7]
            assert head[:10] in note["body"]
        for name in ("`pay.charge`", "`pay.pay`", "`test_pay.test_pay`"):
            assert name in note["body"], note["body"]
        assert await setup.commit("acme/shop") == main == shop.remote.head()
        setup.fake.may_write = False
        head = shop.remote.push_request(8, {"pay.py": PAY.replace("return amount", "return 0")})
        await setup.hooks.send(
            {
                "object_kind": "merge_request",
                "project": setup.hooks.about(shop),
                "object_attributes": {"iid": 8, "action": "open"},
            }
        )
        await setup.until_idle()
    newest = (await setup.jobs())[0]
    assert (newest.state, newest.after) == (JobState.DONE, head)
    assert "refuses our token" in newest.reason


async def test_a_project_follows_its_life_at_the_host(setup: Setup) -> None:
    """Renamed, it is fetched from its new path under the old key; a new project at the old path gets another
    key; deleted, it is out of sight at once and then out of the graph."""
    shop = setup.fake.create("acme/shop", {"pay.py": PAY})
    await joined(setup, shop)
    async with setup.working():
        await setup.until_commit("acme/shop", shop.remote.head())
        setup.fake.rename(shop, "sales/till")
        await setup.hooks.send(system("project_rename", project_id=shop.id, path_with_namespace="sales/till"))
        moved = shop.remote.push({"tax.py": "def rate():\n    return 7\n"})
        await setup.hooks.pushed(shop, NOBODY, moved)
        await setup.until_commit("acme/shop", moved)
        other = setup.fake.create("acme/shop", {"other.py": "def other():\n    return 1\n"})
        await joined(setup, other)
        await setup.until_commit(f"acme/shop-{other.id}", other.remote.head())
        setup.fake.delete(shop)
        await setup.hooks.send(system("project_destroy", project_id=shop.id))
        await setup.until_commit("acme/shop", "")
        await setup.until_idle()
    session = await open_session(setup.stores.graph, Principal("local"), Policy())
    assert [mark.repo for mark in session.snapshot.watermarks] == [f"acme/shop-{other.id}"]


async def test_a_group_is_connected_and_looked_through_again(setup: Setup) -> None:
    """Its projects come, archived ones stay out; later ones come by themselves, moved ones are followed, and one
    whose deletion nobody told of is closed."""
    shop = setup.fake.create("acme/shop", {"pay.py": PAY})
    old = setup.fake.create("acme/old", {"a.py": "x = 1\n"})
    old.archived = True
    setup.fake.create("acme/empty")
    setup.fake.create("acme-labs/other", {"a.py": "x = 1\n"})
    shop.deployments = [
        {"id": 1, "environment": {"name": "prod"}, "sha": "a" * 40, "status": "success", "updated_at": "2026-11-29"},
        {"id": 2, "environment": {"name": "prod"}, "sha": "b" * 40, "status": "success", "updated_at": "2026-11-30"},
        {"id": 3, "environment": {"name": "prod"}, "sha": "c" * 40, "status": "failed", "updated_at": "2026-11-30"},
    ]  # fmt: skip
    group = Group(setup.site.host, "acme", hooks=True)
    await keep_group(setup.records, group)
    setup.fake.fault(LIMITED, GATEWAY)
    found = await discover_group(setup.stores, setup.site, group)
    assert found == Found(new=("acme/shop", "acme/empty"))
    assert [hook["url"] for hook in shop.hooks] == ["https://kg.example/hooks/gitlab"]
    assert await discover_group(setup.stores, setup.site, group) == Found()
    assert [(job.repo, job.priority) for job in await setup.jobs()] == [("acme/shop", 9)]
    (runs,) = await list_deployments(setup.records, ["acme/shop"])
    assert (runs.environment, runs.commit) == ("prod", "b" * 40)
    setup.fake.create("acme/deep/new", {"a.py": "x = 1\n"})
    setup.fake.rename(shop, "acme/till")
    setup.fake.delete(next(one for one in setup.fake.projects.values() if one.path == "acme/empty"))
    assert await discover_group(setup.stores, setup.site, group) == Found(
        ("acme/deep/new",), ("acme/shop",), ("acme/empty",)
    )
    closed = await project(setup.records, "acme/empty")
    assert closed is not None and closed.state == ProjectState.CLOSED
    setup.fake.token = "another"
    await discover(setup.stores, setup.site)  # a token that is refused closes nothing
    assert [one.state.value for one in await list_projects(setup.records)] == [
        "connected",
        "closed",
        "connected",
    ]


async def test_a_closed_project_is_opened_again_by_hand_only(setup: Setup) -> None:
    """Connecting it again shows what is still held of it, and asks for its head."""
    shop = setup.fake.create("acme/shop", {"pay.py": PAY})
    await joined(setup, shop)
    async with setup.working():
        await setup.until_commit("acme/shop", shop.remote.head())
        await setup.until_idle()
    await setup.hooks.send(system("project_destroy", project_id=shop.id))
    joining = Joining(setup.site, Group(setup.site.host, "acme"))
    async with setup.working():
        await setup.until_commit("acme/shop", "")
        await setup.until_idle()
        again = await join_again(
            setup.stores.graph, setup.records, joining, await open_gitlab(setup.site).project(shop.id)
        )
        assert (again.repo, again.state) == ("acme/shop", ProjectState.CONNECTED)
        await setup.until_commit("acme/shop", shop.remote.head())
        await setup.until_idle()
    assert (await open_session(setup.stores.graph, Principal("local"), Policy())).scope.tokens


async def test_a_project_without_deployments_holds_up_nobody(setup: Setup) -> None:
    """Its group is connected and looked through all the same; what is gone is closed."""
    silent = setup.fake.create("acme/a", {"a.py": "x = 1\n"})
    silent.without_deployments = True
    other = setup.fake.create("acme/b", {"b.py": "x = 1\n"})
    group = Group(setup.site.host, "acme")
    made = await connect_named(setup.stores.graph, setup.records, setup.site, group)
    assert [one.repo for one in made] == ["acme/a", "acme/b"]
    setup.fake.delete(other)
    assert await discover_group(setup.stores, setup.site, group) == Found(closed=("acme/b",))


async def test_a_project_with_a_token_of_its_own_is_asked_for_with_it(setup: Setup) -> None:
    """What the group's token may not see is no reason to close it."""
    setup.fake.create("acme/shop", {"pay.py": PAY})
    secret = setup.fake.create("acme/secret", {"s.py": "x = 1\n"})
    secret.own_token = "not-a-real-token-of-secret"
    own = setup.folder / "own-token"
    own.write_text(secret.own_token)
    alone = Group(setup.site.host, "acme/secret", credential=f"file:{own}")
    await connect_named(setup.stores.graph, setup.records, setup.site, alone)
    found = await discover_group(setup.stores, setup.site, Group(setup.site.host, "acme"))
    assert found == Found(new=("acme/shop",))
    (kept,) = [one for one in await list_projects(setup.records) if one.repo == "acme/secret"]
    assert kept.state == ProjectState.CONNECTED
