"""What becomes of each message: a push, a tag, a merge request, a project's life at its host."""

import os
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kg.errors import SourceError
from kg.graph import Graph
from kg.publish.dispatch import dispatch
from kg.publish.hooks.table import gitlab_handlers
from kg.publish.project import Stores, reconcile
from kg.publish.removal import remove_closed
from kg.publish.snapshots import active, list_snapshots
from kg.records import Records, open_records
from kg.records.audit import list_audit
from kg.records.deliveries import Delivery, DeliveryState, keep, list_deliveries
from kg.records.deployments import list_deployments
from kg.records.jobs import Job, list_jobs
from kg.records.offers import list_offers
from kg.records.projects import Project, ProjectState, Provider, connect, list_projects, project, set_state
from kg.retrieve.scope import Policy, scope_of
from kg.retrieve.session import Wanted, open_session
from kg.schema.access import Principal
from kg.schema.gitlab import read_hook, written
from tests.gitlab.messages import HOST, NEW, NOBODY, OLD, push, system
from tests.gitlab.messages import project as told_project
from tests.publish.remote import Remote
from tests.shop import ingest_options

OWNER = Principal("local")
SHOP = Project("shop", f"http://{HOST}/acme/shop.git", Provider.GITLAB, HOST, "15", "acme/shop")


class Worker:
    """The worker's part: messages are kept, understood, and said to be done."""

    def __init__(self, graph: Graph, records: Records, host: str = HOST) -> None:
        self.stores = Stores(graph, records)
        self.records = records
        self.handlers = gitlab_handlers(graph, host)
        self.count = 0

    async def tell(self, body: dict[str, Any]) -> tuple[DeliveryState, str]:
        """What came of one message."""
        event = read_hook(body, f"https://{HOST}")
        assert event is not None
        self.count += 1
        uid = f"message-{self.count}"
        await keep(
            self.records,
            Delivery(uid, "gitlab", event.name, event.path, written(event), datetime.now(UTC)),
        )
        await dispatch(self.records, self.handlers)
        (settled,) = [one for one in await list_deliveries(self.records, 100) if one.uid == uid]
        return settled.state, settled.reason

    async def jobs(self) -> list[Job]:
        return await list_jobs(self.records, 100)

    async def project(self) -> Project:
        found = await project(self.records, "shop")
        assert found is not None
        return found


@pytest.fixture
async def worker(server: Graph, tmp_path: Path) -> AsyncIterator[Worker]:
    """With one project connected; its graph is not looked at."""
    async with open_records(f"sqlite:///{tmp_path}/records.db") as records:
        await connect(records, SHOP)
        yield Worker(server, records)


async def test_a_push_to_the_branch_that_is_held_asks_for_a_job(worker: Worker) -> None:
    """The default branch, or the one the project names; ten pushes that nobody has begun are one job."""
    state, reason = await worker.tell(push(listed=57))
    (job,) = await worker.jobs()
    assert (state, reason) == (DeliveryState.DONE, f"job {job.id}")
    assert (job.repo, job.ref, job.kind, job.after, job.priority) == ("shop", "", "reconcile", NEW, 5)
    for number in range(10):
        await worker.tell(push(after=f"{number:040x}"))
    assert len(await worker.jobs()) == 1
    await connect(worker.records, replace(SHOP, ref="release/2", priority=2))
    assert await worker.tell(push()) == (DeliveryState.IGNORED, "main is not held, release/2 is")
    await worker.tell(push("refs/heads/release/2"))
    assert next((job.ref, job.priority) for job in await worker.jobs()) == ("release/2", 2)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (push("refs/heads/wip"), "wip is not held, main is"),
        (push("refs/heads/feature/결제", before=NOBODY), "feature/결제 is not held, main is"),
        (push(after=NOBODY), "main is gone at its host; what was published of it stays"),
        (push("refs/heads/$(touch here);--output=x"), "its ref is no name that git allows for a branch"),
        (push("refs/heads/../../x"), "its ref is no name that git allows for a branch"),
        (push("--upload-pack=touch here"), "its ref is no name that git allows for a branch"),
        (push("refs/heads/"), "its ref is no name that git allows for a branch"),
        (push("refs/heads/a\0b"), "its ref is no name that git allows for a branch"),
        (push("refs/heads/" + "x" * 5_000), "its ref is no name that git allows for a branch"),
        (push(project=told_project(404, "other/thing")), "other/thing is not connected"),
        ({"object_kind": "pipeline", "project": told_project()}, "nothing is done on gitlab:pipeline"),
        (push("refs/tags/v1..2"), "its ref is no name that git allows for a tag"),
    ],
)
async def test_what_is_nothing_to_us_is_ignored_with_its_reason(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: dict[str, Any], reason: str
) -> None:
    """Other branches, branches that are gone, names made to hurt: no job, and nothing was run."""
    monkeypatch.chdir(tmp_path)
    before = sorted(os.listdir(tmp_path))  # noqa: PTH208 - a test's own folder
    assert await worker.tell(body) == (DeliveryState.IGNORED, reason)
    assert await worker.jobs() == []
    assert sorted(os.listdir(tmp_path)) == before  # noqa: PTH208


async def test_a_paused_project_is_left_alone(worker: Worker) -> None:
    """Its messages are taken, and say why nothing came of them."""
    await set_state(worker.records, "shop", ProjectState.PAUSED)
    assert await worker.tell(push()) == (DeliveryState.IGNORED, "the project is paused")
    assert await worker.jobs() == []


async def test_a_tag_offers_a_pin_and_ingests_nothing(worker: Worker) -> None:
    """At the commit, not at the tag that GitLab names; a tag that is gone takes its offer back."""
    tag = push("refs/tags/v1", before=NOBODY) | {"checkout_sha": OLD}
    assert (await worker.tell(tag))[0] == DeliveryState.DONE
    (offer,) = await list_offers(worker.records)
    assert (offer.name, offer.tag, offer.commit) == ("shop@v1", "v1", OLD)
    await worker.tell(push("refs/tags/v1", after=NOBODY))
    assert await list_offers(worker.records) == ()
    assert await worker.jobs() == []


async def test_a_tag_that_no_pin_can_be_called_by_offers_none(worker: Worker) -> None:
    """Git allows nearly everything in a name; an offer that nobody can accept helps nobody."""
    tag = push("refs/tags/v1,(final)", before=NOBODY) | {"checkout_sha": OLD}
    state, reason = await worker.tell(tag)
    assert state == DeliveryState.IGNORED and "no name of a pin" in reason
    assert await list_offers(worker.records) == ()


async def test_a_merge_request_is_looked_at_when_it_opens_or_moves(worker: Worker) -> None:
    """Its head is a ref of the project itself, whatever fork it comes from; closing it asks for nothing."""
    body = {"object_kind": "merge_request", "project": told_project()}
    attributes = {"iid": 7, "action": "open", "last_commit": {"id": NEW}, "source_branch": "--exec=x"}
    await worker.tell({**body, "object_attributes": attributes})
    (job,) = await worker.jobs()
    assert (job.kind, job.ref, job.after) == ("merge_request", "refs/merge-requests/7/head", NEW)
    for more in ({"action": "merge"}, {"action": "close"}, {"iid": -1}, {"iid": "7;x"}):
        state, _ = await worker.tell({**body, "object_attributes": attributes | more})
        assert state == DeliveryState.IGNORED, more
    assert len(await worker.jobs()) == 1


async def test_a_rename_changes_path_and_url_and_never_the_key(worker: Worker) -> None:
    """Twice is once; the host stays whatever a message says, and a path made to hurt is none."""
    moved = system(
        "project_transfer",
        project_id=15,
        path_with_namespace="sales/shop",
        old_path_with_namespace="acme/shop",
    )
    assert (await worker.tell(moved))[0] == DeliveryState.DONE
    assert (await worker.tell(moved))[0] == DeliveryState.IGNORED
    now = await worker.project()
    assert (now.repo, now.path, now.url) == ("shop", "sales/shop", f"http://{HOST}/sales/shop.git")
    for path in ("../../etc", "@evil.example/x", "a/b?c=d", "-x/y", "a//b", "a/b#c", "a/b\nc", "evil", ""):
        state, _ = await worker.tell(system("project_rename", project_id=15, path_with_namespace=path))
        assert state == DeliveryState.IGNORED, path
    assert await worker.project() == now
    group = system("group_rename", group_id=3, full_path="trade", old_full_path="sales")
    await worker.tell(group)
    assert (await worker.project()).url == f"http://{HOST}/trade/shop.git"


async def test_a_deleted_project_is_hidden_at_once_and_then_removed(graph: Graph, tmp_path: Path) -> None:
    """Nobody sees it from the moment the message is understood, in no snapshot; the job takes it out, and it
    cannot come back by itself, nor by a run that had begun."""
    remote = Remote(tmp_path / "acme" / "shop.git")
    remote.push({"pay.py": "def charge():\n    return 1\n"})
    options = ingest_options(tmp_path)

    def silent(what: str, done: int, total: int) -> None:
        """Shows no progress."""

    async with open_records(f"sqlite:///{tmp_path}/records.db") as records:
        worker = Worker(graph, records)
        await connect(records, replace(SHOP, url=remote.url))
        await reconcile(worker.stores, "shop", "", options, silent)
        first = await active(graph)
        assert (await open_session(graph, OWNER, Policy())).scope.tokens
        assert (await worker.tell(system("project_destroy", project_id=15)))[0] == DeliveryState.DONE
        for seq in (0, first):
            session = await open_session(graph, OWNER, Policy(), Wanted(seq))
            assert (session.scope.tokens, session.snapshot.watermarks) == ((), ())
        assert (await scope_of(graph, OWNER, Policy())).tokens == ()
        (job,) = await worker.jobs()
        assert (job.kind, job.priority) == ("remove", 1)
        assert (await worker.project()).state == ProjectState.CLOSED
        assert [(one.what, one.about) for one in await list_audit(records, 9)] == [("close", "shop")]
        await set_state(records, "shop", ProjectState.CONNECTED)  # as a run that began before sees it
        remote.push({"pay.py": "def charge():\n    return 2\n"})
        with pytest.raises(SourceError, match="shop is closed"):
            await reconcile(worker.stores, "shop", "", options, silent)
        assert "again" in (await remove_closed(worker.stores, "shop", silent)).reason
        await set_state(records, "shop", ProjectState.CLOSED)
        removed = await remove_closed(worker.stores, "shop", silent)
        newest = (await list_snapshots(graph))[0]
        assert (newest.seq, newest.watermarks) == (removed.snapshot, ())
        assert (await remove_closed(worker.stores, "shop", silent)).reason == "the graph does not hold it"


async def test_a_deleted_group_closes_what_is_in_it(worker: Worker) -> None:
    """Its own projects and those of the groups in it; none whose path only begins alike."""
    beside = replace(
        SHOP, repo="beside", remote_id="16", path="acme-labs/x", url=f"http://{HOST}/acme-labs/x.git"
    )
    inside = replace(SHOP, repo="inside", remote_id="17", path="acme/a/b", url=f"http://{HOST}/acme/a/b.git")
    for one in (beside, inside):
        await connect(worker.records, one)
    await worker.tell(system("group_destroy", group_id=3, full_path="acme"))
    states = {name: (await project(worker.records, name)) for name in ("shop", "beside", "inside")}
    assert {name: one.state.value for name, one in states.items() if one} == {
        "shop": "closed", "beside": "connected", "inside": "closed",
    }  # fmt: skip


async def test_a_line_comes_and_goes_with_its_branch_and_its_project(worker: Worker) -> None:
    """A push to it asks for it, moving the project moves it, its branch's end closes it and nothing else; and what
    closes the project closes it too."""
    line = Project("shop@release/2", SHOP.url, ref="release/2")
    await connect(worker.records, line)
    await worker.tell(push("refs/heads/release/2"))
    (job,) = await worker.jobs()
    assert (job.repo, job.ref) == ("shop@release/2", "release/2")
    await worker.tell(system("project_rename", project_id=15, path_with_namespace="acme/till"))
    moved = await project(worker.records, "shop@release/2")
    assert moved is not None and moved.url == f"http://{HOST}/acme/till.git"
    await worker.tell(push("refs/heads/release/2", after=NOBODY))
    assert [one.state.value for one in await list_projects(worker.records)] == ["connected", "closed"]
    await set_state(worker.records, "shop@release/2", ProjectState.CONNECTED)
    await worker.tell(system("project_destroy", project_id=15))
    assert [one.state.value for one in await list_projects(worker.records)] == ["closed", "closed"]


async def test_a_member_that_goes_closes_what_our_token_may_no_longer_read(
    worker: Worker, tmp_path: Path
) -> None:
    """While git gets in, nothing changes; when the host says no, the project is closed."""
    remote = Remote(tmp_path / "acme" / "shop.git")
    remote.push({"pay.py": "def charge():\n    return 1\n"})
    await connect(worker.records, replace(SHOP, url=remote.url))
    gone = system("user_remove_from_team", project_id=15, project_path_with_namespace="acme/shop")
    assert await worker.tell(gone) == (
        DeliveryState.IGNORED,
        "our own rights are as they were; projects looked at: 1",
    )
    remote.path.rename(remote.path.with_name("taken.git"))
    assert await worker.tell(gone) == (DeliveryState.DONE, "closed: shop")
    assert (await worker.project()).state == ProjectState.CLOSED


@pytest.mark.parametrize("group", ["labs", "acme/labs"])
async def test_a_member_that_goes_from_a_group_is_looked_at_in_all_that_may_be_meant(
    worker: Worker, tmp_path: Path, group: str
) -> None:
    """GitLab says the last part of the group's path alone; what we may still read stays."""
    taken, left = Remote(tmp_path / "taken.git"), Remote(tmp_path / "left.git")
    for remote, repo, number in ((taken, "taken", "16"), (left, "left", "17")):
        remote.push({"pay.py": "pass\n"})
        place = replace(SHOP, repo=repo, remote_id=number, path=f"acme/labs/{repo}", url=remote.url)
        await connect(worker.records, place)
    taken.path.rename(taken.path.with_name("away.git"))
    gone = system("user_remove_from_group", group_id=3, group_path=group)
    assert await worker.tell(gone) == (DeliveryState.DONE, "closed: taken")
    found = await project(worker.records, "left")
    assert found is not None and found.state == ProjectState.CONNECTED


async def test_a_deployment_says_which_commit_runs_where(worker: Worker) -> None:
    """The newest that succeeded, in whatever order they are told; one that failed changes nothing."""

    def deployment(
        number: int, commit: str, status: str = "success", environment: str = "prod"
    ) -> dict[str, Any]:
        url = f"http://{HOST}/acme/shop/-/commit/{commit}"
        return {
            "object_kind": "deployment", "status": status, "deployment_id": number, "environment": environment,
            "project": told_project(), "commit_url": url, "short_sha": commit[:8],
        }  # fmt: skip

    told = [
        deployment(3, NEW),
        deployment(2, OLD),
        deployment(4, OLD, "failed"),
        deployment(5, OLD, environment="staging"),
    ]
    states = [(await worker.tell(body))[0].value for body in told]
    assert states == ["done", "ignored", "ignored", "done"]
    found = await list_deployments(worker.records, ["shop", "other"])
    assert [(one.environment, one.commit) for one in found] == [("prod", NEW), ("staging", OLD)]


async def test_a_message_that_came_before_the_worker_is_understood_later(worker: Worker) -> None:
    """Late and reordered: an older push after a newer one asks for the head all the same, and no more."""
    await worker.tell(push(before=NEW, after=OLD))
    await worker.tell(push(before=OLD, after=NEW))
    assert [(job.repo, job.ref) for job in await worker.jobs()] == [("shop", "")]
