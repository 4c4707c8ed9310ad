"""What a change touches, over GraphQL, in the shop: across repositories, by team, with tests and past incidents."""

from pathlib import Path
from typing import Any

from kg.graph import Graph
from tests.api.serving import serving
from tests.shop import bring, history, shop

ASK = """query ($of: [String!], $commit: String, $repository: String) {
  impact(of: $of, commit: $commit, repository: $repository) { __typename ... on Impact {
    cut elsewhere
    changed { artifact { kind name } team service }
    callers { artifact { kind name repository } way { edge } entry }
    endpoints { artifact { name repository } way { edge } }
    tests { artifact { name } }
    configs { artifact { name } }
    documents { artifact { name path } how }
    incidents { artifact { path } }
    teams { team services reached { artifact { name } } } } } }"""


async def asked(graph: Graph, **variables: Any) -> dict[str, Any]:
    async with serving(graph) as client:
        found: dict[str, Any] = (await client.data(ASK, **variables))["impact"]
        return found


def named(rows: list[dict[str, Any]]) -> set[tuple[str, str]]:
    return {(row["artifact"]["repository"], row["artifact"]["name"]) for row in rows}


async def test_a_change_of_a_policy_reaches_its_routes_and_its_test(graph: Graph, tmp_path: Path) -> None:
    """Callers by distance, the endpoint that leads there, the test to run, the team to tell."""
    await bring(graph, shop()["orders"], tmp_path)
    found = await asked(graph, of=["FlatFeePolicy.fee"])
    assert {("orders", "pay"), ("orders", "refund")} <= named(found["callers"])
    assert [len(one["way"]) for one in found["callers"]] == sorted(
        len(one["way"]) for one in found["callers"]
    )
    assert ("orders", "GET /orders/{id}/refund-quote") in named(found["endpoints"])
    assert [one["artifact"]["name"] for one in found["tests"]] == ["theFeeIsNeverMoreThanTheTotal"]
    assert [(one["team"], one["services"]) for one in found["teams"]] == [("@shop/payments", ["orders"])]
    assert "theFeeIsNeverMoreThanTheTotal" not in {
        one["artifact"]["name"] for one in found["teams"][0]["reached"]
    }


async def test_it_goes_on_in_the_repositories_that_ask(graph: Graph, tmp_path: Path) -> None:
    """What hears a topic concerns who publishes it in another repository, and who calls that."""
    for repository in shop().values():
        await bring(graph, repository, tmp_path)
    found = await asked(graph, of=["on_refunded"], repository="pricing")
    assert ("orders", "pay") in named(found["callers"])


async def test_what_a_commit_changes_and_who_reads_it(graph: Graph, tmp_path: Path) -> None:
    """The commit that made the lease shorter: the key, who reads it, the decision that describes it."""
    await bring(graph, shop()["orders"], tmp_path)
    found = await asked(graph, commit=history(shop()["orders"])[-1], repository="orders")
    assert ("CONFIG", "payment.lease-seconds") in {
        (one["artifact"]["kind"], one["artifact"]["name"]) for one in found["changed"]
    }
    assert [[step["edge"] for step in one["way"]] for one in found["callers"]] == [["READS"]]
    assert "docs/adr/0003-payment-lease.md" in {one["artifact"]["path"] for one in found["documents"]}


async def test_past_incidents_are_told(graph: Graph, tmp_path: Path) -> None:
    """Who changes the refund sees that it was paid twice once."""
    await bring(graph, shop()["orders"], tmp_path)
    found = await asked(graph, of=["RefundService.refund"])
    assert "postmortems/2026-03-14-double-refund.md" in {
        one["artifact"]["path"] for one in found["incidents"]
    }


async def test_unclear_questions_are_refused(graph: Graph, tmp_path: Path) -> None:
    """One thing at a time; a commit needs its repository; what is not there is not found."""
    await bring(graph, shop()["orders"], tmp_path)
    async with serving(graph) as client:
        for given in ({}, {"commit": "HEAD"}, {"of": ["refund"], "commit": "HEAD", "repository": "orders"}):
            assert await client.codes(ASK, **given) == ["QUESTION"]
    assert (await asked(graph, commit="f" * 40, repository="orders"))["__typename"] == "NotFound"
    assert (await asked(graph, commit="HEAD", repository="other"))["__typename"] == "NotFound"
    assert (await asked(graph, of=["noSuchThing"]))["__typename"] == "NotFound"
