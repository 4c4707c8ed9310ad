"""A purged repository leaves nothing behind: its lines, its mirror, its SCIP indexes and its records go with it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from kg.errors import SourceError
from kg.graph import Graph, GraphOptions
from kg.ingest.parse.denied import NOTHING, honour
from kg.ingest.source.mirror import mirror_folder
from kg.purge.purge import Place, Wanted, purge
from kg.records import open_records
from kg.records.indexes import IndexFolder
from kg.records.jobs import Ask, ask, list_jobs
from kg.records.projects import Project, connect, list_projects
from tests.publish.remote import Remote
from tests.security.conftest import quiet
from tests.shell import run
from tests.shop import bring


@pytest.fixture
def honouring() -> Iterator[None]:
    """What is denied is known to the whole process."""
    yield
    honour(NOTHING)


async def _bytes() -> AsyncIterator[bytes]:
    yield b"an index"


async def test_a_purged_repository_leaves_nothing_behind(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path, honouring: None
) -> None:
    """The repository beside it stays; a line that comes later is not read."""
    remotes = {name: Remote(tmp_path / "remote" / f"{name}.git") for name in ("secret", "lib")}
    for name, remote in remotes.items():
        remote.push({f"{name}.py": f"def in_{name}():\n    return 1\n"})
        await bring(graph, remote.url, tmp_path / "cache", name=name)
    await bring(graph, remotes["secret"].url, tmp_path / "cache", name="secret@rel")
    await IndexFolder(tmp_path / "scip", 1 << 20).keep("secret", "a" * 40, _bytes())
    mirrors = {name: mirror_folder(remote.url, tmp_path / "cache") for name, remote in remotes.items()}
    assert all(one.is_dir() for one in mirrors.values())
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        for repo in ("secret", "secret@rel", "lib"):
            await connect(records, Project(repo, remotes[repo.partition("@")[0]].url))
            await ask(records, Ask(repo))
        place = Place(tmp_path, tmp_path / "key", graph_options, None)
        await purge(Wanted(repos=("secret",)), place, records, "a test", quiet)
        assert [one.repo for one in await list_projects(records)] == ["lib"]
        assert [one.repo for one in await list_jobs(records, 9)] == ["lib"]
    assert {row["repo"] for row in await run(graph, "MATCH (a:Artifact) RETURN a.repo AS repo")} == {"lib"}
    assert not mirrors["secret"].exists() and mirrors["lib"].is_dir()
    assert list((tmp_path / "scip").rglob("*.scip")) == []
    with pytest.raises(SourceError, match="was purged"):
        await bring(graph, remotes["secret"].url, tmp_path / "cache", name="secret@other")


async def test_purged_files_leave_the_mirror_too(
    graph: Graph, graph_options: GraphOptions, tmp_path: Path, honouring: None
) -> None:
    """A mirror holds every version of them. The repository is read on without them; others keep their mirror."""
    remotes = {name: Remote(tmp_path / "remote" / f"{name}.git") for name in ("shop", "lib")}
    for name, remote in remotes.items():
        keys = {"keys/prod.py": "def key():\n    return 1\n"} if name == "shop" else {}
        remote.push({f"{name}.py": f"def in_{name}():\n    return 1\n"} | keys)
        await bring(graph, remote.url, tmp_path / "cache", name=name)
    await IndexFolder(tmp_path / "scip", 1 << 20).keep("shop", "a" * 40, _bytes())
    mirrors = {name: mirror_folder(remote.url, tmp_path / "cache") for name, remote in remotes.items()}
    async with open_records(f"sqlite:///{tmp_path}/kg.db") as records:
        place = Place(tmp_path, tmp_path / "key", graph_options, None)
        receipt = await purge(Wanted(paths=("keys/*",)), place, records, "a test", quiet)
    assert not mirrors["shop"].exists() and mirrors["lib"].is_dir()
    assert list((tmp_path / "scip").rglob("*.scip")) == []
    assert any("take them out of their history" in one for one in receipt.not_done)
    await bring(graph, remotes["shop"].url, tmp_path / "cache", name="shop")
    paths = await run(graph, "MATCH (a:Artifact {repo: 'shop'}) RETURN DISTINCT a.path AS path")
    assert {row["path"] for row in paths} & {"shop.py", "keys/prod.py"} == {"shop.py"}
