"""Mutations are for operators; everybody else is told so, and nothing happens."""

from pathlib import Path

from kg.graph import Graph
from kg.publish.gate_options import Tier2Options
from kg.publish.labelled import Labelled
from kg.publish.project import Stores
from kg.publish.snapshots import active
from kg.publish.tier2 import judge
from kg.records import open_records
from kg.schema.ids import Uid
from tests.api.serving import serving
from tests.publish.test_rollback import NEW
from tests.publish.test_versions import PAY
from tests.publish.world import commit, load
from tests.shell import run

BACK = 'mutation { rollback(reason: "empty answers") { seq held { repository commit } } }'


async def test_an_operator_rolls_back_and_releases(graph: Graph) -> None:
    """The local token may; the answer says what is held, and releasing gives it back."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", NEW)
    async with serving(graph) as client:
        done = await client.data(BACK)
        assert done["rollback"] == {"seq": 1, "held": [{"repository": "shop", "commit": "c2"}]}
        gone = await client.data('mutation { release(repository: "shop") { commit by reason } }')
        assert gone["release"] == [{"commit": "c2", "by": "local", "reason": "empty answers"}]
        assert await client.codes(BACK) == ["SNAPSHOT_GONE"]
    assert await active(graph) == 1


async def test_one_repository_is_taken_back_by_a_job(graph: Graph) -> None:
    """What came after is held at once, and the answer is the job that the worker will do."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", NEW)
    async with serving(graph) as client:
        asked = (
            'mutation { rollbackRepository(repository: "shop", reason: "r") { kind repository after state } }'
        )
        assert (await client.data(asked))["rollbackRepository"] == {
            "kind": "rollback",
            "repository": "shop",
            "after": "c1",
            "state": "WAITING",
        }
        gone = await client.data('mutation { release(repository: "shop") { commit } }')
        assert gone["release"] == [{"commit": "c2"}]
        assert await client.as_other().codes(asked) == ["FORBIDDEN"]


async def test_operators_read_holds_pins_and_the_audit_record(graph: Graph) -> None:
    """What was done and what is held can be looked up, page by page; nobody else learns of it."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", NEW)
    asked = "{ holds { repository commit reason by } pinOffers { name } audit(first: 1) { nodes { what about } pageInfo { hasNextPage endCursor } } }"
    async with serving(graph) as client:
        await client.data('mutation { pin(name: "release-1", reason: "v1", seq: 1) }')
        await client.data(
            'mutation { hold(repository: "shop", ref: "main", commit: "%s", reason: "bad") }' % ("c9" * 20)
        )
        found = await client.data(asked)
        (held,) = found["holds"]
        assert (held["repository"], held["commit"], held["reason"]) == ("shop", "c9" * 20, "bad")
        assert found["pinOffers"] == []
        assert found["audit"]["nodes"][0]["what"] == "hold"
        assert found["audit"]["pageInfo"]["hasNextPage"]
        cursor = found["audit"]["pageInfo"]["endCursor"]
        rest = await client.data(f'{{ audit(after: "{cursor}") {{ nodes {{ what }} }} }}')
        assert rest["audit"]["nodes"] == [{"what": "pin"}]
        shown = await client.data("{ snapshots { nodes { seq pinned } } }")
        assert {"seq": 1, "pinned": "release-1"} in shown["snapshots"]["nodes"]
        assert {"seq": 2, "pinned": None} in shown["snapshots"]["nodes"]
        for one in ("holds { commit }", "pinOffers { name }", "audit { nodes { what } }"):
            assert await client.as_other().codes(f"{{ {one} }}") == ["FORBIDDEN"]


async def test_the_name_of_a_pin_tells_of_no_hidden_repository(graph: Graph) -> None:
    """`REPO@TAG` is a name for who may see the repository; nobody else reads it, or learns that it is there."""
    await load(graph, "shop", PAY)
    await run(graph, "MERGE (r:Registration {repo: 'shop'}) SET r.scope = 's00001', r.scope_number = 1")
    async with serving(graph) as client:
        await client.data('mutation { pin(name: "shop@v1", reason: "r", seq: 1) }')
        asked = "{ snapshots { nodes { pinned } } }"
        by_name = '{ snapshot(pinned: "%s") { seq } }'
        assert (await client.data(asked))["snapshots"]["nodes"] == [{"pinned": "shop@v1"}]
        assert (await client.data(by_name % "shop@v1"))["snapshot"] == {"seq": 1}
        stranger = client.as_other()
        assert (await stranger.data(asked))["snapshots"]["nodes"] == [{"pinned": None}]
        for name in ("shop@v1", "till@v1"):
            assert await stranger.codes(by_name % name) == ["SNAPSHOT_GONE"]


async def test_what_was_measured_of_a_snapshot_is_on_it(graph: Graph, tmp_path: Path) -> None:
    """Every figure with its bound for all; notes, which name artifacts and questions, for operators. Who approves
    is an operator."""
    await load(graph, "shop", PAY)
    asked = """{ snapshots { nodes { seq verdicts { tier passed approvedBy gates { name state value bound note } } } } }"""
    options = Tier2Options(
        questions=(Labelled("zebra surcharge", (Uid("shop:python:none"),)),), empty_share=1.0
    )
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records, serving(graph) as client:
        assert (await client.data(asked))["snapshots"]["nodes"] == [{"seq": 1, "verdicts": []}]
        assert await client.codes("mutation { approve(seq: 1) }") == ["NOT_FOUND"]
        await judge(Stores(graph, records), None, 1, options)
        assert await client.as_other().codes("mutation { approve(seq: 1) }") == ["FORBIDDEN"]
        assert (await client.data("mutation { approve(seq: 1) }"))["approve"] == 1
        ((verdict,),) = (each["verdicts"] for each in (await client.data(asked))["snapshots"]["nodes"])
        assert (verdict["tier"], verdict["passed"], verdict["approvedBy"]) == (2, True, "local")
        figures = {gate["name"]: (gate["state"], gate["value"], gate["note"]) for gate in verdict["gates"]}
        assert figures["empty hits"] == ("passed", 1.0, None)
        assert figures["faithfulness"] == ("not measured", None, "comes with answers")
        ((shown,),) = (
            each["verdicts"] for each in (await client.as_other().data(asked))["snapshots"]["nodes"]
        )
        assert {gate["note"] for gate in shown["gates"]} == {None} and shown["approvedBy"] is None
        pinned = await client.data('mutation { pin(name: "one", reason: "r", seq: 1) }')
        assert pinned["pin"] == 1
        assert (await client.data('mutation { unpin(name: "one", reason: "over") }'))["unpin"] == 1


async def test_a_hold_needs_a_whole_commit(graph: Graph) -> None:
    """The first digits of one would be kept, and would keep nothing out."""
    await load(graph, "shop", PAY)
    async with serving(graph) as client:
        for commit in ("c9c9c9c", "main", "C9" * 20):
            hold = f'mutation {{ hold(repository: "shop", ref: "main", commit: "{commit}", reason: "bad") }}'
            assert await client.codes(hold) == ["QUESTION"]
        assert (await client.data("{ holds { commit } }"))["holds"] == []


async def test_who_is_no_operator_changes_nothing(graph: Graph) -> None:
    """A caller with a token is refused before anything is looked at."""
    await load(graph, "shop", PAY)
    await commit(graph, "shop", NEW)
    async with serving(graph) as client:
        assert await client.as_other().codes(BACK) == ["FORBIDDEN"]
        hold = 'mutation { hold(repository: "shop", ref: "main", commit: "c2", reason: "") }'
        assert await client.as_other().codes(hold) == ["FORBIDDEN"]
    assert await active(graph) == 2
