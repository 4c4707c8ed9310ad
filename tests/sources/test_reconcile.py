"""Other places on the same rails: what is edited there is what readers see, over real HTTP, git and Neo4j."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kg.graph import Graph
from kg.publish.export import export
from kg.publish.poll import PollOptions, poll
from kg.publish.project import Stores, reconcile
from kg.publish.reconcile import ingest_again
from kg.publish.snapshots import active, list_snapshots
from kg.publish.standing import standing
from kg.records import open_records
from kg.records.jobs import list_jobs
from kg.records.projects import Project, Provider, connect
from kg.retrieve.explore import list_details
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken
from kg.schema.vocabulary import Kind
from tests.shop import ingest_options
from tests.sources.centres import CANARY, Nacos
from tests.sources.server import serving
from tests.sources.wiki import TOKEN, Wiki, WikiPage

SEEN = Scope((ScopeToken("s00001"),))


@pytest.fixture
async def stores(graph: Graph, tmp_path: Path) -> AsyncIterator[Stores]:
    async with open_records(f"sqlite:///{tmp_path}/records.db") as records:
        yield Stores(graph, records)


def silent(what: str, done: int, total: int) -> None:
    """Shows no progress."""


async def texts(graph: Graph, kind: Kind, repo: str) -> dict[str, str]:
    """What readers see: of documents the text, of keys the values, by name."""
    found = await list_details(graph, kind, repo, SEEN, await active(graph))
    return {each.place.qualified_name: each.text or " ".join(each.values) for each in found}


async def test_an_edited_page_is_another_version_of_its_doc(
    stores: Stores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Edited, then restricted, then the same again, then gone: what readers see follows, and the poll asks."""
    monkeypatch.setenv("WIKI_TOKEN", TOKEN)
    wiki = Wiki({"1": WikiPage("Home", "<p>All.</p>"), "2": WikiPage("Refunds", "<p>By hand.</p>")})
    options = ingest_options(tmp_path)
    often = PollOptions(0.001, options.cache_dir)
    with serving(wiki.answer) as server:
        url = f"confluence+{server.url}/wiki/spaces/OPS"
        await connect(stores.records, Project("ops", url, Provider.CONFLUENCE, credential="env:WIKI_TOKEN"))
        first = await reconcile(stores, "ops", "", options, silent)
        refunds = "OPS/refunds.2.confluence#Refunds"
        assert "By hand." in (await texts(stores.graph, Kind.DOC, "ops"))[refunds]
        assert (await reconcile(stores, "ops", "", options, silent)).reason == "nothing had changed"
        assert len(await list_snapshots(stores.graph)) == 1
        wiki.edit("2", "<p>By a machine.</p>")
        for _ in range(2):  # a new project is first given a time, then its turn
            await poll(stores, often)
        (job,) = await list_jobs(stores.records, 10)
        second = await reconcile(stores, "ops", "", options, silent)
        assert (job.after, second.before) == (second.after, first.after)
        assert "By a machine." in (await texts(stores.graph, Kind.DOC, "ops"))[refunds]
        wiki.pages["2"].readers = ("ben",)
        told = await reconcile(stores, "ops", "", options, silent)
        assert "1 restricted pages left out" in told.reason
        assert list(await texts(stores.graph, Kind.DOC, "ops")) == ["OPS/home.1.confluence#Home"]
    mark = next(iter((await list_snapshots(stores.graph))[0].watermarks))
    again = await ingest_again(stores.graph, mark, options, silent)  # the wiki is away: the mirror has it
    assert again.commit == told.after


async def test_a_changed_configuration_is_another_value_of_its_key(stores: Stores, tmp_path: Path) -> None:
    """One Config a key of a set, its values by environment; a secret is nowhere; a deleted one goes."""
    nacos = Nacos({
        ("prod", "PAY", "orders.yaml"): f"order:\n  timeout: 30s\n  password: {CANARY}\n",
        ("test", "PAY", "orders.yaml"): "order:\n  timeout: 5s\n",
    })  # fmt: skip
    (tmp_path / "login").write_text("kg:pass")
    options = ingest_options(tmp_path / "cache")
    with serving(nacos.answer) as server:
        credential = f"file:{tmp_path}/login"
        url = f"nacos+{server.url}/nacos"
        await connect(stores.records, Project("settings", url, Provider.NACOS, credential=credential))
        await reconcile(stores, "settings", "", options, silent)
        assert await values(stores.graph) == {
            "order.timeout": "prod=30s test=5s", "order.password": "prod=<withheld:string>",
        }  # fmt: skip
        nacos.set("prod", "PAY", "orders.yaml", f"order:\n  timeout: 10s\n  password: {CANARY}\n")
        await reconcile(stores, "settings", "", options, silent)
        assert (await values(stores.graph))["order.timeout"] == "prod=10s test=5s"
        del nacos.configs["prod", "PAY", "orders.yaml"]
        await reconcile(stores, "settings", "", options, silent)
        assert await values(stores.graph) == {"order.timeout": "test=5s"}
    for path in (tmp_path / "cache").rglob("*"):
        assert not path.is_file() or CANARY.encode() not in path.read_bytes(), path
    assert CANARY not in "\n".join([line async for line in export(stores.graph, await active(stores.graph))])
    assert (await standing(stores.graph, "settings")).url == url


async def values(graph: Graph) -> dict[str, str]:
    found = await list_details(graph, Kind.CONFIG, "settings", SEEN, await active(graph))
    return {each.place.name: " ".join(each.values) for each in found if each.values}
