"""Reconcile: the head at the time of running, nothing twice, and nothing newer taken away."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg.errors import NotFound, Overtaken, SettingsError, SourceError, SourceUnavailable
from kg.graph import Graph, Written
from kg.ingest.pipeline import open_source
from kg.ingest.source.discover import DiscoverOptions
from kg.publish.credentials import location, read_credential
from kg.publish.project import Stores, reconcile
from kg.publish.reconcile import ingest_from
from kg.publish.snapshots import active, list_snapshots
from kg.publish.standing import Standing, standing
from kg.records import open_records
from kg.records.holds import Hold, hold
from kg.records.projects import Project, ProjectState, Provider, connect, rename, set_state
from tests.publish.remote import Remote
from tests.shop import bring, ingest_options


@pytest.fixture
async def stores(graph: Graph, tmp_path: Path) -> AsyncIterator[Stores]:
    async with open_records(f"sqlite:///{tmp_path}/records.db") as records:
        yield Stores(graph, records)


@pytest.fixture
def remote(tmp_path: Path) -> Remote:
    made = Remote(tmp_path / "remote" / "shop.git")
    made.push({"pay.py": "def charge():\n    return 1\n"})
    return made


class Overtaking(Graph):
    """Somebody else publishes just before this one first asks for the lease."""

    def __init__(self, graph: Graph, overtake: Callable[[], Awaitable[None]]) -> None:
        super().__init__(graph._driver, graph.options)
        self.overtakes = [overtake]

    async def write(
        self, name: str, params: Mapping[str, Any] | None = None, timeout_seconds: float | None = None
    ) -> Written:
        if name == "publish_acquire_lease" and self.overtakes:
            await self.overtakes.pop()()
        return await super().write(name, params, timeout_seconds)


def silent(what: str, done: int, total: int) -> None:
    """Shows no progress."""


async def test_a_job_brings_the_head_and_then_has_nothing_to_do(
    stores: Stores, remote: Remote, tmp_path: Path
) -> None:
    """What is pushed is published with where it came from; the same head again reads and publishes nothing."""
    await connect(stores.records, Project("shop", remote.url))
    options = ingest_options(tmp_path)
    first = await reconcile(stores, "shop", "", options, silent)
    assert (first.before, first.after, first.snapshot) == ("", remote.head(), await active(stores.graph))
    told: list[str] = []
    again = await reconcile(stores, "shop", "", options, lambda what, done, of: told.append(what))
    assert (again.after, again.reason) == (remote.head(), "nothing had changed")
    assert told == ["fetching"]
    remote.push({"pay.py": "def charge():\n    return 2\n"})
    second = await reconcile(stores, "shop", "", options, silent)
    assert (second.before, second.after) == (first.after, remote.head())
    assert len(await list_snapshots(stores.graph)) == 2


async def test_another_default_branch_is_followed(stores: Stores, remote: Remote, tmp_path: Path) -> None:
    """The project says nothing of a branch: it is held at the one that its host calls the default by now."""
    await connect(stores.records, Project("shop", remote.url))
    options = ingest_options(tmp_path)
    await reconcile(stores, "shop", "", options, silent)
    remote.git("branch", "trunk", "main")
    remote.git("symbolic-ref", "HEAD", "refs/heads/trunk")
    left = remote.push({"pay.py": "def charge():\n    return 9\n"})
    remote.git("update-ref", "refs/heads/trunk", left)
    remote.git("update-ref", "-d", "refs/heads/main")
    moved = await reconcile(stores, "shop", "", options, silent)
    assert moved.after == left
    assert (await list_snapshots(stores.graph))[0].watermarks[0].ref == "trunk"


async def test_a_project_that_is_closed_while_it_is_read_is_not_published(
    stores: Stores, remote: Remote, tmp_path: Path
) -> None:
    """The host deletes it during its first ingest: nobody ever sees it."""
    await connect(stores.records, Project("shop", remote.url))

    async def closes() -> None:
        await set_state(stores.records, "shop", ProjectState.CLOSED)

    overtaken = replace(stores, graph=Overtaking(stores.graph, closes))
    done = await reconcile(overtaken, "shop", "", ingest_options(tmp_path), silent)
    assert (done.snapshot, done.reason) == (0, "the project is closed")
    assert await active(stores.graph) == 0


async def test_other_settings_are_something_to_do(stores: Stores, remote: Remote, tmp_path: Path) -> None:
    """The same commit is read again when kg was told something else, as another cap of files."""
    await connect(stores.records, Project("shop", remote.url))
    options = ingest_options(tmp_path)
    await reconcile(stores, "shop", "", options, silent)
    told: list[str] = []
    other = replace(options, discover=DiscoverOptions(max_bytes=10))
    await reconcile(stores, "shop", "", other, lambda what, done, of: told.append(what))
    assert "reading files" in told


async def test_a_held_commit_does_not_come_but_a_newer_one_does(
    stores: Stores, remote: Remote, tmp_path: Path
) -> None:
    """The hold's reason is the job's; the next push is another commit."""
    await connect(stores.records, Project("shop", remote.url))
    options = ingest_options(tmp_path)
    await reconcile(stores, "shop", "", options, silent)
    held = remote.push({"pay.py": "def charge():\n    return 0 / 0\n"})
    await hold(stores.records, [Hold("shop", "main", held, "recall fell", "ada")])
    skipped = await reconcile(stores, "shop", "", options, silent)
    assert (skipped.before, skipped.after) == (skipped.after, (await standing(stores.graph, "shop")).commit)
    assert skipped.reason == f"{held[:10]} is held: recall fell"
    newer = remote.push({"pay.py": "def charge():\n    return 3\n"})
    assert (await reconcile(stores, "shop", "", options, silent)).after == newer


async def test_a_late_run_takes_nothing_newer_away(stores: Stores, remote: Remote, tmp_path: Path) -> None:
    """A run that read an older head is refused under the lease, and one that goes on looks again."""
    options = ingest_options(tmp_path)
    await bring(stores.graph, remote.path, tmp_path, name="shop")
    before = await standing(stores.graph, "shop")
    late = await open_source(str(remote.path), "", tmp_path, "shop")
    newer = remote.push({"pay.py": "def charge():\n    return 2\n"})
    await bring(stores.graph, remote.path, tmp_path, name="shop")
    with pytest.raises(Overtaken, match="look at its head again"):
        await ingest_from(stores.graph, late, before, options, silent)
    assert (await standing(stores.graph, "shop")).commit == newer
    remote.push({"pay.py": "def charge():\n    return 3\n"})

    async def overtake() -> None:
        remote.push({"tax.py": "def rate():\n    return 7\n"})
        await bring(stores.graph, remote.path, tmp_path, name="shop")

    told: list[str] = []
    overtaken = Stores(Overtaking(stores.graph, overtake), stores.records)
    result = await reconcile(overtaken, "shop", "", options, lambda what, done, of: told.append(what))
    assert (await standing(stores.graph, "shop")).commit == remote.head() == result.after
    assert "overtaken, looking again" in told


async def test_what_cannot_be_brought_says_so(stores: Stores, remote: Remote, tmp_path: Path) -> None:
    """Unknown, paused, without the branch, gone; only a host that is away is worth another try."""
    options = ingest_options(tmp_path)
    with pytest.raises(NotFound, match="no project is connected as shop"):
        await reconcile(stores, "shop", "", options, silent)
    await connect(stores.records, Project("shop", remote.url))
    with pytest.raises(SourceError, match="no branch, tag or commit"):
        await reconcile(stores, "shop", "nowhere", options, silent)
    await connect(stores.records, Project("away", "http://127.0.0.1:9/away.git"))
    with pytest.raises(SourceUnavailable):
        await reconcile(stores, "away", "", options, silent)
    await connect(stores.records, Project("gone", "file:///no/such/repository.git"))
    with pytest.raises(SourceError) as gone:
        await reconcile(stores, "gone", "", options, silent)
    assert not gone.value.temporary
    await set_state(stores.records, "shop", ProjectState.PAUSED)
    assert (await reconcile(stores, "shop", "", options, silent)).reason == "the project is paused"


async def test_a_transferred_project_is_still_its_repository(
    stores: Stores, remote: Remote, tmp_path: Path
) -> None:
    """Its host says by an id that it is the same one: the graph finds it at the new URL under the old key."""
    options = ingest_options(tmp_path)
    shop = Project("shop", remote.url, Provider.GITLAB, "gitlab.example", "7", "shop")
    await connect(stores.records, shop)
    await reconcile(stores, "shop", "", options, silent)
    moved = remote.move("sales.git")
    await rename(stores.records, "shop", "sales", moved.url)
    moved.push({"pay.py": "def charge():\n    return 2\n"})
    assert (await reconcile(stores, "shop", "", options, silent)).after == moved.head()
    assert await standing(stores.graph, "shop") == Standing(
        "main", moved.head(), (await standing(stores.graph, "shop")).settings, moved.url
    )


def test_a_token_is_read_where_its_credential_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a variable or a file, into the login of an HTTP URL only; one that is missing is named, not shown."""
    monkeypatch.setenv("SHOP_TOKEN", "not/a real token")
    (tmp_path / "token").write_text("another\n")
    project = Project("shop", "https://gitlab.example/shop.git", credential="env:SHOP_TOKEN")
    assert location(project) == "https://oauth2:not%2Fa%20real%20token@gitlab.example/shop.git"
    assert read_credential(f"file:{tmp_path}/token") == "another"
    assert location(Project("shop", "git@gitlab.example:shop.git", credential="env:SHOP_TOKEN")) == (
        "git@gitlab.example:shop.git"
    )
    with pytest.raises(SettingsError, match="env:NO_TOKEN"):
        read_credential("env:NO_TOKEN")
