"""Beside a commit GitLab shows how its ingest goes."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kg.graph import Graph
from kg.ingest.source import gitlab
from kg.publish.gitlab.statuses import tell_statuses
from kg.records.jobs import Ask, Job, ask
from kg.records.projects import Project, Provider, connect
from kg.records.running import Result, Retry, Run, begin, fail, finish
from tests.gitlab.fake import GATEWAY, FakeProject
from tests.gitlab.setup import Setup, gitlab_setup


@pytest.fixture
async def setup(server: Graph, tmp_path: Path) -> AsyncIterator[Setup]:
    async with gitlab_setup(server, tmp_path, statuses=("acme/*",)) as made:
        yield made


async def known(setup: Setup, path: str) -> FakeProject:
    made = setup.fake.create(path)
    project = Project(
        path, f"{setup.fake.url}/{path}.git", Provider.GITLAB, setup.site.host, str(made.id), path
    )
    await connect(setup.records, replace(project, credential=setup.site.credential))
    return made


async def begun(setup: Setup, job: Job) -> Run:
    run = Run(job.id, job.attempt, "a worker")
    await begin(setup.records, run, lambda worker: False)
    return run


async def test_each_state_is_told_once(setup: Setup) -> None:
    """Pending, running, success or failed, of the projects that want it; again only when it changed."""
    shop, other = await known(setup, "acme/shop"), await known(setup, "labs/other")
    good, bad = "a" * 40, "b" * 40
    await ask(setup.records, Ask("labs/other", after=good))
    job = await ask(setup.records, Ask("acme/shop", after=good))
    assert [await tell_statuses(setup.stores, setup.site) for _ in range(2)] == [1, 0]
    run = await begun(setup, job)
    await tell_statuses(setup.stores, setup.site)
    await finish(setup.records, run, Result("", good, 1))
    await tell_statuses(setup.stores, setup.site)
    run = await begun(setup, await ask(setup.records, Ask("acme/shop", after=bad)))
    await fail(setup.records, run, "it does not parse", Retry.NO)
    await tell_statuses(setup.stores, setup.site)
    told = [(one["sha"][:1], one["state"]) for one in shop.statuses]
    assert told == [("a", "pending"), ("a", "running"), ("a", "success"), ("b", "failed")]
    assert {one["name"] for one in shop.statuses} == {"kg"} and other.statuses == []


async def test_a_host_that_refuses_is_asked_once_and_one_that_is_away_again(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the right nothing is tried again and again; a state that could not be told is told later."""
    shop = await known(setup, "acme/shop")
    await ask(setup.records, Ask("acme/shop", after="a" * 40))
    token = setup.fake.token
    monkeypatch.setattr(gitlab, "RETRIES", 0)
    setup.fake.fault(GATEWAY)
    assert await tell_statuses(setup.stores, setup.site) == 0
    assert await tell_statuses(setup.stores, setup.site) == 1
    assert [one["state"] for one in shop.statuses] == ["pending"]
    await ask(setup.records, Ask("acme/shop", "next", after="b" * 40))
    setup.fake.token = "another"
    asked = len(setup.fake.asked)
    for _ in range(3):
        await tell_statuses(setup.stores, setup.site)
    assert len(setup.fake.asked) == asked + 1 and token not in str(setup.fake.asked)


async def test_a_commit_that_another_one_took_over_does_not_stay_pending(setup: Setup) -> None:
    """Two pushes, one job: it ends as the later commit, and nothing is told of the first while it may still come."""
    shop = await known(setup, "acme/shop")
    await ask(setup.records, Ask("acme/shop", after="a" * 40))
    await tell_statuses(setup.stores, setup.site)
    job = await ask(setup.records, Ask("acme/shop", after="b" * 40))
    await tell_statuses(setup.stores, setup.site)
    assert [one["state"] for one in shop.statuses] == ["pending", "pending"]
    await finish(setup.records, await begun(setup, job), Result("", "b" * 40, 1))
    assert [await tell_statuses(setup.stores, setup.site) for _ in range(2)] == [2, 0]
    last = {one["sha"][:1]: one["state"] for one in shop.statuses}
    assert last == {"a": "canceled", "b": "success"}
