"""Service and owner of every version: facts about today, whatever the history was."""

from pathlib import Path

from kg.graph import Graph
from kg.publish.export import export_hash
from kg.publish.lease import hold_lease, this_process
from kg.publish.reconcile import Outcome
from kg.publish.rollback import rollback
from kg.publish.snapshots import active
from kg.retrieve.explore import artifacts
from kg.retrieve.scope import LOCAL, Policy, scope_of
from kg.schema.access import Principal, Scope
from kg.schema.ids import ScopeToken, Uid
from tests.ingest.repository import commit, make_repository
from tests.shop import bring

FILES = {
    "pay/pay.py": "def charge():\n    pass\n",
    "web/app.py": "def show():\n    pass\n",
    "pay/app.properties": "pay.timeout=5\n",
}
CHARGE, SHOW = Uid("shop:python:pay.pay.charge"), Uid("shop:python:web.app.show")
TIMEOUT = Uid("shop:config:pay:pay.timeout")


async def bring_shop(graph: Graph, folder: Path, tmp_path: Path) -> Outcome:
    return await bring(graph, folder, tmp_path / "cache", name="shop")


async def owners(graph: Graph, *uids: Uid) -> list[tuple[str, str]]:
    scope = await scope_of(graph, Principal(LOCAL), Policy())
    found = await artifacts(graph, uids, scope, await active(graph))
    return [(found[uid].service, found[uid].owner_team) for uid in uids]


async def test_every_artifact_knows_its_service_and_owner(graph: Graph, tmp_path: Path) -> None:
    """Code and keys, as CODEOWNERS and `.kg.yaml` of the commit say."""
    files = {
        **FILES,
        "CODEOWNERS": "/pay/ @shop/pay\n",
        ".kg.yaml": "service: {name: shop, owner: '@shop'}\n",
    }
    await bring_shop(graph, make_repository(tmp_path / "shop", files), tmp_path)
    assert await owners(graph, CHARGE, TIMEOUT, SHOW) == [
        ("shop", "@shop/pay"), ("shop", "@shop/pay"), ("shop", "@shop"),
    ]  # fmt: skip


async def test_new_rules_reach_what_did_not_change(graph: Graph, tmp_path: Path) -> None:
    """No version is made for it; closed versions and earlier snapshots say what holds today, too."""
    folder = make_repository(tmp_path / "shop", {**FILES, "CODEOWNERS": "/pay/ @shop/pay\n"})
    first = await bring_shop(graph, folder, tmp_path)
    commit(folder, {"pay/pay.py": "def charge():\n    return 1\n"})
    await bring_shop(graph, folder, tmp_path)
    commit(folder, {"CODEOWNERS": "/web/ @shop/web\n/pay/ @shop/money\n"})
    last = await bring_shop(graph, folder, tmp_path)
    assert await owners(graph, CHARGE, SHOW) == [("", "@shop/money"), ("", "@shop/web")]
    assert last.counts.created == 1  # CODEOWNERS itself
    async with hold_lease(graph, this_process("test")) as fence:
        await rollback(graph, fence, first.snapshot)
    assert await owners(graph, CHARGE, SHOW) == [("", "@shop/money"), ("", "@shop/web")]


async def test_who_no_longer_owns_is_taken_out(graph: Graph, tmp_path: Path) -> None:
    """Without any rules nobody owns anything."""
    folder = make_repository(tmp_path / "shop", {**FILES, "CODEOWNERS": "* @shop\n"})
    await bring_shop(graph, folder, tmp_path)
    (folder / "CODEOWNERS").unlink()
    commit(folder, {})
    await bring_shop(graph, folder, tmp_path)
    assert await owners(graph, CHARGE) == [("", "")]


async def test_a_new_artifact_begins_with_its_owner(graph: Graph, tmp_path: Path) -> None:
    """Where the rules are as they were, only what is new is written."""
    folder = make_repository(tmp_path / "shop", {**FILES, "CODEOWNERS": "* @shop\n"})
    await bring_shop(graph, folder, tmp_path)
    commit(folder, {"pay/refund.py": "def refund():\n    pass\n"})
    await bring_shop(graph, folder, tmp_path)
    assert await owners(graph, Uid("shop:python:pay.refund.refund")) == [("", "@shop")]


async def test_owners_are_not_in_the_export(graph: Graph, tmp_path: Path) -> None:
    """They are no content: two graphs of one commit are equal whoever owns it."""
    folder = make_repository(tmp_path / "shop", FILES)
    await bring_shop(graph, folder, tmp_path)
    before = await export_hash(graph, await active(graph))
    await graph.write("publish_own_versions", {
        "repo": "shop", "services": {}, "owners": {"pay/pay.py": "@x"}, "limit": 10, "fence": await _fence(graph),
    })  # fmt: skip
    assert await owners(graph, CHARGE) == [("", "@x")]
    assert await export_hash(graph, await active(graph)) == before


async def _fence(graph: Graph) -> int:
    async with hold_lease(graph, this_process("test")) as fence:
        return fence


async def test_a_repository_cannot_say_who_sees_it(graph: Graph, tmp_path: Path) -> None:
    """Scopes in `.kg.yaml` are a problem of that file and change nothing."""
    folder = make_repository(
        tmp_path / "shop", {**FILES, ".kg.yaml": "scope: s00009\nservice: {name: a, scope: all}"}
    )
    await bring_shop(graph, folder, tmp_path)
    scope = await scope_of(graph, Principal(LOCAL), Policy())
    uid = Uid("shop:file:.kg.yaml")
    found = await artifacts(graph, [uid], scope, await active(graph))
    assert [problem.partition(" is not")[0] for problem in found[uid].problems] == [
        "1: scope",
        "2: service.scope",
    ]
    assert await artifacts(graph, [CHARGE], Scope((ScopeToken("s00009"),)), await active(graph)) == {}
