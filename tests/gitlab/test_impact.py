"""What a merge request touches, the whole way: GitLab's hook, its head in the mirror, and the question over GraphQL."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from kg.graph import GraphOptions, connect
from kg.graph.migrate import migrate
from kg.publish.gitlab.access import open_gitlab
from kg.publish.gitlab.join import Joining, join
from kg.publish.registration import close, open_again
from kg.records.groups import Group
from tests.empty import empty
from tests.gitlab.fake import FakeProject
from tests.gitlab.setup import Setup, gitlab_setup

JAVA = "src/main/java/acme"
CHARGE = """package acme;

public class Charge {
    public int charge(int amount) {
        return amount;
    }

    public int refund(int amount) {
        return -amount;
    }
}
"""
CHANGED = CHARGE.replace("return amount;", "return amount * 2;")
WENT_ON = CHARGE.replace("return -amount;", "return 0 - amount;").replace(
    "package acme;", "package acme;\n\n// Money."
)
SHOP = {
    ".kg.yaml": "service:\n  name: shop\n  owner: '@acme/payments'\n",
    "CODEOWNERS": f"* @acme/payments\n/{JAVA}/web/ @acme/web\n",
    "src/main/resources/application.properties": "spring.application.name=shop\n",
    f"{JAVA}/Charge.java": CHARGE,
    f"{JAVA}/Pay.java": """package acme;

public class Pay {
    private final Charge charge = new Charge();

    public int pay(int amount) {
        return charge.charge(amount);
    }

    public int payBack(int amount) {
        return charge.refund(amount);
    }
}
""",
    f"{JAVA}/web/PayController.java": """package acme.web;

import acme.Pay;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class PayController {
    private final Pay pay = new Pay();

    @GetMapping("/pay/{amount}")
    public int payOverHttp(@PathVariable int amount) {
        return pay.pay(amount);
    }

    @GetMapping("/refund/{amount}")
    public int refundOverHttp(@PathVariable int amount) {
        return pay.payBack(amount);
    }
}
""",
    "src/test/java/acme/ChargeTest.java": """package acme;

import org.junit.jupiter.api.Test;

class ChargeTest {
    @Test
    void whatIsChargedIsTheAmount() {
        new Charge().charge(1);
    }

    @Test
    void whatIsPaidBackIsNegative() {
        new Charge().refund(1);
    }
}
""",
    "docs/charging.md": "# Charging\n\n`Charge.charge` takes the amount.\n\n# Refunds\n\n`Charge.refund` gives it back.\n",
}


def asking(team: str, method: str) -> dict[str, str]:
    """A repository whose one method sends requests to the shop."""
    return {
        "CODEOWNERS": f"* {team}\n",
        "sale.py": f"import requests\n\n\ndef {method}(amount):\n"
        '    return requests.get(f"http://shop/pay/{amount}")\n',
    }


ASK = """query ($request: Int!, $repository: String!) {
  impact(mergeRequest: $request, repository: $repository) { __typename ... on Impact {
    cut elsewhere
    changed { artifact { name repository } team service }
    callers { artifact { name repository } way { edge } team }
    endpoints { artifact { name repository } }
    tests { artifact { name } }
    documents { artifact { name path } about }
    teams { team services reached { artifact { name repository } } } } } }"""
SHOPS_OWN = {("acme/shop", "pay"), ("acme/shop", "payOverHttp")}
REQUEST, NEVER = 7, 8
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def setup(
    graph_options: GraphOptions, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Setup]:
    """Three projects in the graph; two of them ask the third. A merge request of that one is open, and its main
    branch has gone on since."""
    async with connect(graph_options) as graph, gitlab_setup(graph, tmp_path_factory.mktemp("setup")) as made:
        await empty(graph)
        await migrate(graph)
        shop = made.fake.create("acme/shop", SHOP)
        others = (
            made.fake.create("acme/till", asking("@acme/shops", "sell")),
            made.fake.create("acme/vault", asking("@acme/secret", "unlock")),
        )
        head = shop.remote.push_request(
            REQUEST, {f"{JAVA}/Charge.java": CHANGED, f"{JAVA}/Fee.java": "package acme;\nclass Fee {}\n"}
        )
        shop.remote.push({f"{JAVA}/Charge.java": WENT_ON})
        async with made.working():
            for project in (shop, *others):
                await _join(made, project)
            for project in (shop, *others):
                await made.until_commit(project.path, project.remote.head())
            await made.hooks.send(
                {
                    "object_kind": "merge_request",
                    "project": made.hooks.about(shop),
                    "object_attributes": {"iid": REQUEST, "action": "open", "last_commit": {"id": head}},
                }
            )
            await made.until_idle()
        yield made


async def _join(setup: Setup, made: FakeProject) -> None:
    remote = await open_gitlab(setup.site).project(made.id)
    await join(setup.records, Joining(setup.site, Group(setup.site.host, "acme")), remote)


async def test_a_merge_request_tells_what_it_touches_and_whom(setup: Setup) -> None:
    """Before it is merged and after it: callers by distance and across repositories, the endpoint, the test to
    run, the section to read, the teams to tell; the method beside the changed one concerns nobody."""
    before = await _asked(setup, "acme/shop")
    _shows_what_it_touches(before)
    assert before["elsewhere"] == [f"{JAVA}/Fee.java"]
    shop = next(one for one in setup.fake.projects.values() if one.path == "acme/shop")
    async with setup.working():
        merged = shop.remote.merge_request(REQUEST, "Dearer\n\nSee merge request acme/shop!7")
        await setup.hooks.pushed(shop, "0" * 40, merged)
        await setup.until_commit("acme/shop", merged)
        await setup.until_idle()
    after = await _asked(setup, "acme/shop")
    _shows_what_it_touches(after)
    assert after["elsewhere"] == []


def _shows_what_it_touches(found: dict[str, Any]) -> None:
    asking = {("acme/till", "sell"), ("acme/vault", "unlock")}
    (changed,) = [one for one in found["changed"] if one["artifact"]["name"] == "charge"]
    assert (changed["team"], changed["service"]) == ("@acme/payments", "shop")
    assert _named(found["callers"]) == SHOPS_OWN | asking
    distances = [len(one["way"]) for one in found["callers"]]
    assert distances == sorted(distances)
    assert {one["artifact"]["name"]: one["team"] for one in found["callers"]} == {
        "pay": "@acme/payments",
        "payOverHttp": "@acme/web",
        "sell": "@acme/shops",
        "unlock": "@acme/secret",
    }
    ways = {one["artifact"]["name"]: [step["edge"] for step in one["way"]] for one in found["callers"]}
    assert ways["sell"] == ["CALLS", "CALLS", "SERVES", "MATCHES", "REQUESTS"]
    assert ("acme/shop", "GET /pay/{amount}") in _named(found["endpoints"])
    assert {repository for repository, _ in _named(found["endpoints"])} == {
        "acme/shop",
        "acme/till",
        "acme/vault",
    }
    assert [one["artifact"]["name"] for one in found["tests"]] == ["whatIsChargedIsTheAmount"]
    assert [one["artifact"]["name"] for one in found["documents"]] == ["Charging"]
    teams = {one["team"]: one for one in found["teams"]}
    assert set(teams) == {"@acme/payments", "@acme/web", "@acme/shops", "@acme/secret"}
    assert teams["@acme/payments"]["services"] == ["shop"]
    assert "whatIsChargedIsTheAmount" not in repr(found["teams"])
    assert ("acme/till", "sell") in _named(teams["@acme/shops"]["reached"])
    assert "refund" not in repr(found).lower() and not found["cut"]


async def test_who_may_not_see_a_repository_is_not_told_of_it(setup: Setup) -> None:
    """A repository that is taken from us is neither named nor counted, nor found by what it asks for; to whoever
    sees nothing a merge request that is there reads as one that never was."""
    seen = await _asked(setup, "acme/shop")
    await close(setup.stores.graph, "acme/vault")
    try:
        left, hidden = await _asked(setup, "acme/shop"), await _answer(setup, "acme/vault", REQUEST)
    finally:
        await open_again(setup.stores.graph, "acme/vault")
    for word in ("vault", "unlock", "secret"):
        assert word in repr(seen) and word not in repr(left)
    assert left == _without(seen, "acme/vault")
    assert _named(left["callers"]) == SHOPS_OWN | {("acme/till", "sell")}
    never = await _answer(setup, "acme/never-was", REQUEST)
    assert hidden == never
    stranger = setup.api.as_other()
    for repository, number in (("acme/shop", REQUEST), ("acme/shop", NEVER), ("acme/vault", REQUEST)):
        told = await stranger.ask(ASK, request=number, repository=repository)
        assert told == never and told["data"]["impact"] == {"__typename": "NotFound"}


async def _asked(setup: Setup, repository: str) -> dict[str, Any]:
    found: dict[str, Any] = (await _answer(setup, repository, REQUEST))["data"]["impact"]
    assert found["__typename"] == "Impact", found
    return found


async def _answer(setup: Setup, repository: str, number: int) -> dict[str, Any]:
    return await setup.api.ask(ASK, request=number, repository=repository)


def _named(rows: list[dict[str, Any]]) -> set[tuple[str, str]]:
    return {(row["artifact"]["repository"], row["artifact"]["name"]) for row in rows}


def _without(found: dict[str, Any], repository: str) -> dict[str, Any]:
    """The answer without a repository's artifacts, and without teams that had nothing else."""
    rows = ("callers", "endpoints")
    kept = {name: _of_others(found[name], repository) for name in rows}
    teams = [one | {"reached": _of_others(one["reached"], repository)} for one in found["teams"]]
    return found | kept | {"teams": [one for one in teams if one["reached"]]}


def _of_others(rows: list[dict[str, Any]], repository: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["artifact"]["repository"] != repository]
