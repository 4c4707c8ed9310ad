"""Nacos and Apollo over real HTTP, and their exports: keys come, secrets never reach a disk."""

import asyncio
import json
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.errors import SourceError
from kg.ingest.pipeline import open_source
from kg.ingest.source.apollo import watch_apollo
from kg.ingest.source.git import Source
from kg.ingest.source.nacos import watch_nacos
from kg.ingest.source.places import read_place
from tests.ingest.repository import run_git
from tests.sources.centres import CANARY, Apollo, Nacos
from tests.sources.server import Server, serving


@pytest.fixture
def nacos() -> Nacos:
    return Nacos({
        ("prod", "PAYMENTS", "orders.yaml"): f"order:\n  timeout: 30s\n  password: {CANARY}\n  note: {CANARY} x\n",
        ("", "DEFAULT_GROUP", "orders-dev.properties"): "order.timeout=5s\n",
        ("", "DEFAULT_GROUP", "free.txt"): f"the password is {CANARY}\n",
    })  # fmt: skip


@pytest.fixture
def nacos_server(nacos: Nacos) -> Iterator[Server]:
    with serving(nacos.answer) as opened:
        yield opened


@pytest.fixture
def apollo() -> Apollo:
    return Apollo({
        ("PRO", "default", "application"): {"order.timeout": "30s", "order.token": CANARY},
        ("PRO", "eu", "db.yaml"): {"content": f"pool:\n  size: 3\n  password: {CANARY}\n"},
        ("DEV", "default", "never-released"): None,
    })  # fmt: skip


@pytest.fixture
def apollo_server(apollo: Apollo) -> Iterator[Server]:
    with serving(apollo.answer) as opened:
        yield opened


def texts(source: Source) -> dict[str, str]:
    folder = Path(source.git_dir)
    paths = run_git(folder, "ls-tree", "-r", "--name-only", source.commit).splitlines()
    return {path: run_git(folder, "show", f"{source.commit}:{path}") for path in paths}


def assert_no_canary(folder: Path, source: Source) -> None:
    """Not in the objects (unpacked), not beside them."""
    every = ["git", "-C", source.git_dir, "cat-file", "--batch-all-objects", "--batch"]
    objects = subprocess.run(every, check=True, capture_output=True).stdout
    assert b"order.timeout" in objects and CANARY.encode() not in objects
    for path in folder.rglob("*"):
        assert not path.is_file() or CANARY.encode() not in path.read_bytes(), path


async def test_nacos_keys_come_with_their_environment_and_no_secret(
    nacos_server: Server, nacos: Nacos, tmp_path: Path
) -> None:
    """A file a configuration; of what may be a secret only the type; a changed secret is no change."""
    url = f"nacos+{nacos_server.url.replace('://', '://kg:pass@')}/nacos"
    first = await open_source(url, "", tmp_path)
    assert texts(first) == {
        "prod@nacos/PAYMENTS/orders.yaml.properties": (
            "order.note=<withheld:string>\norder.password=<withheld:string>\norder.timeout=30s"
        ),
        "public@nacos/DEFAULT_GROUP/free.txt.properties": "# no settings that kg reads",
        "public@nacos/DEFAULT_GROUP/orders-dev.properties": "order.timeout=5s",
    }
    assert_no_canary(tmp_path, first)
    nacos.set(
        "prod", "PAYMENTS", "orders.yaml", "order:\n  timeout: 30s\n  password: another\n  note: b c 9\n"
    )
    assert (await open_source(url, "", tmp_path)).commit == first.commit
    nacos.set("prod", "PAYMENTS", "orders.yaml", "order:\n  timeout: 31s\n")
    assert (await open_source(url, "", tmp_path)).commit != first.commit
    only = await open_source(f"{url}/namespaces/prod", "", tmp_path)
    assert list(texts(only)) == ["prod@nacos/PAYMENTS/orders.yaml.properties"]
    with pytest.raises(SourceError, match="no namespace nope"):
        await open_source(f"{url}/namespaces/nope", "", tmp_path)


async def test_a_list_of_nacos_in_parts_and_without_texts(
    nacos_server: Server, nacos: Nacos, tmp_path: Path
) -> None:
    """A server may list three of a hundred, and leave the texts out."""
    nacos.part, nacos.with_texts = 1, False
    source = await open_source(f"nacos+{nacos_server.url.replace('://', '://kg:pass@')}/nacos", "", tmp_path)
    assert len(texts(source)) == 3


async def test_the_listener_of_nacos_tells_of_a_change(nacos_server: Server, nacos: Nacos) -> None:
    """Through time-outs of the long poll, and then once for each change."""
    nacos.hold_seconds = 0.1
    changes = watch_nacos(read_place(f"nacos+{nacos_server.url.replace('://', '://kg:pass@')}/nacos"))
    waiting = asyncio.ensure_future(anext(changes))
    await nacos.listened(3)
    assert not waiting.done()
    nacos.set("prod", "PAYMENTS", "orders.yaml", "order:\n  timeout: 31s\n")
    await asyncio.wait_for(waiting, 90)
    await changes.aclose()


async def test_apollo_by_its_open_api(apollo_server: Server, apollo: Apollo, tmp_path: Path) -> None:
    """What is released, by environment and cluster; what never was is not there."""
    url = f"apollo+{apollo_server.url.replace('://', '://portal-token@')}/apps/orders"
    source = await open_source(url, "", tmp_path)
    assert source.repo == "apollo/orders"
    assert texts(source) == {
        "PRO-eu@apollo/orders/db.yaml.properties": "pool.password=<withheld:string>\npool.size=3",
        "PRO@apollo/orders/application.properties": "order.timeout=30s\norder.token=<withheld:string>",
    }
    assert_no_canary(tmp_path, source)


async def test_apollo_by_its_config_service_and_its_long_poll(
    apollo_server: Server, apollo: Apollo, tmp_path: Path
) -> None:
    """What a program of the cluster is given; 304 of the long poll is no change."""
    url = f"apollo+{apollo_server.url}/apps/orders/clusters/eu/namespaces/db.yaml,application"
    source = await open_source(url, "", tmp_path)
    assert texts(source)["eu@apollo/orders/db.yaml.properties"].endswith("pool.size=3")
    apollo.hold_seconds = 0.1
    changes = watch_apollo(read_place(url))
    waiting = asyncio.ensure_future(anext(changes))
    await apollo.notified(3)
    assert not waiting.done()
    apollo.release("PRO", "eu", "db.yaml", {"content": "pool:\n  size: 4\n"})
    await asyncio.wait_for(waiting, 90)
    await changes.aclose()


async def test_exports_are_read_without_being_unpacked(tmp_path: Path) -> None:
    """A zip of a namespace of Nacos, a folder of Apollo's portal; names in a zip lead nowhere."""
    archive = tmp_path / "prod.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("PAYMENTS/orders.yaml", f"order:\n  timeout: 30s\n  password: {CANARY}\n")
        file.writestr("../../evil.yaml", "a: 1\n")
        file.writestr(".meta.yml", "metadata: []\n")
    source = await open_source(f"nacos+file://{archive}", "", tmp_path / "cache")
    found = texts(source)
    assert found["prod@nacos/PAYMENTS/orders.yaml.properties"] == (
        "order.password=<withheld:string>\norder.timeout=30s"
    )
    assert all(".." not in path.split("/") for path in found)
    folder = tmp_path / "export" / "PRO"
    folder.mkdir(parents=True)
    (folder / "orders+default+application.properties").write_text("order.timeout=30s\n")
    apollo = await open_source(f"apollo+file://{tmp_path}/export", "", tmp_path / "cache")
    assert texts(apollo) == {"PRO@apollo/orders/application.properties": "order.timeout=30s"}
    assert_no_canary(tmp_path / "cache", source)
    assert json.dumps(found).count(CANARY) == 0
