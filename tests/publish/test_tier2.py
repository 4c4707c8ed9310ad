"""Tier 2: answers are held against the last snapshot that passed; what fails is rolled back and held."""

from pathlib import Path

import pytest

from kg.errors import GateFailed, NotFound
from kg.graph import Graph
from kg.publish.approval import approve
from kg.publish.gate_options import Tier2Options
from kg.publish.judging import due
from kg.publish.labelled import Labelled
from kg.publish.lease import hold_lease, this_process
from kg.publish.pins import pin
from kg.publish.project import Stores
from kg.publish.questions import Asked
from kg.publish.registration import register
from kg.publish.snapshots import active
from kg.publish.tier2 import changed_answers, judge, recall_and_mrr
from kg.records import open_records
from kg.records.holds import list_holds
from kg.schema.gates import GateState
from kg.schema.ids import Uid
from tests.publish.world import Method, World, commit, method_uid

RATE, FEE = method_uid("shop", "tax.rate"), method_uid("shop", "tax.fee")
ASKED = Tier2Options(questions=(Labelled("zebra surcharge", (RATE,)), Labelled("quokka levy", (FEE,))))
GOOD: World = {"tax.py": {"rate": Method("zebra surcharge"), "fee": Method("quokka levy")}}
BAD: World = {"tax.py": {"rate": Method("zebra surcharge"), "fee": Method("nothing")}}


async def publish(graph: Graph, world: World) -> int:
    await commit(graph, "shop", world)
    async with hold_lease(graph, this_process("test")) as fence:
        await register(graph, fence, "shop", "url", "main")
    return await active(graph)


async def test_answers_that_got_worse_are_rolled_back_and_held(graph: Graph, tmp_path: Path) -> None:
    """Recall fell from 1 to one half: readers see the snapshot before, and its commit does not come back."""
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        stores = Stores(graph, records)
        good = await publish(graph, GOOD)
        first = await judge(stores, None, good, ASKED)
        assert first.passed and {g.name: g.value for g in first.gates if g.name == "recall@10"} == {
            "recall@10": 1
        }
        bad = await publish(graph, BAD)
        verdict = await judge(stores, None, bad, ASKED)
        assert [gate.name for gate in verdict.failed] == ["recall@10", "MRR", "empty hits"]
        assert await active(graph) == good
        assert [(hold.repo, hold.by) for hold in await list_holds(records)] == [("shop", "tier 2")]


async def test_what_changed_is_listed_for_a_person(graph: Graph, tmp_path: Path) -> None:
    """The question, the first hit before and now; within the tolerance nothing is rolled back."""
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        stores = Stores(graph, records)
        await judge(stores, None, await publish(graph, GOOD), ASKED)
        seq = await publish(graph, BAD)
        verdict = await judge(stores, None, seq, Tier2Options(ASKED.questions, 1.0, 1.0))
    (changed,) = (gate for gate in verdict.gates if gate.name == "changed answers")
    assert verdict.passed and changed.value == 1
    assert changed.note == f"'quokka levy': {FEE} -> nothing"
    assert await active(graph) == seq


async def test_without_questions_nothing_is_measured(graph: Graph, tmp_path: Path) -> None:
    """It says so, and fails nobody."""
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        verdict = await judge(Stores(graph, records), None, await publish(graph, GOOD), Tier2Options())
    assert verdict.passed and {gate.state for gate in verdict.gates} == {GateState.NOT_MEASURED}


async def test_the_first_bad_snapshot_stays_when_nothing_is_kept_before_it(
    graph: Graph, tmp_path: Path
) -> None:
    """Empty hits beyond the bound, and no way back: readers keep what there is."""
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        seq = await publish(graph, {"tax.py": {"rate": Method("other"), "fee": Method("other")}})
        verdict = await judge(Stores(graph, records), None, seq, ASKED)
    assert [gate.name for gate in verdict.failed] == ["empty hits"]
    assert await active(graph) == seq


async def test_pins_are_judged_and_may_need_a_person(graph: Graph, tmp_path: Path) -> None:
    """Without an approval no pin; after it, the pin is kept. A pin that was never judged is next."""
    strict = Tier2Options(ASKED.questions, approval=True)
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        seq = await publish(graph, GOOD)
        with pytest.raises(NotFound, match="no verdict"):
            await approve(graph, records, "ann", seq)
        assert await due(graph, hour_is_over=True) == seq
        assert await due(graph, hour_is_over=False) == 0
        await judge(Stores(graph, records), None, seq, strict)
        with pytest.raises(GateFailed, match="not approved"):
            await pin(graph, records, "ann", "release", seq, "", strict)
        await approve(graph, records, "ann", seq)
        assert await pin(graph, records, "ann", "release", seq, "", strict) == seq
        later = await publish(graph, BAD)
        await pin(graph, records, "ann", "later", later, "")
        assert await due(graph, hour_is_over=False) == later


async def test_a_pin_in_the_way_is_gone_back_to(graph: Graph, tmp_path: Path) -> None:
    """What passed lies behind a pin that may not be truncated: readers go back to the pin, no further."""
    async with open_records(f"sqlite:///{tmp_path / 'r.db'}") as records:
        stores = Stores(graph, records)
        await judge(stores, None, await publish(graph, GOOD), ASKED)
        pinned = await publish(graph, {**GOOD, "more.py": {"more": Method("more")}})
        await pin(graph, records, "ann", "release", pinned, "")
        await judge(stores, None, await publish(graph, BAD), ASKED)
        assert await active(graph) == pinned


def test_recall_and_mrr_are_those_of_the_books() -> None:
    """Ranks 1, 4 and none: two of three found, and the mean of 1, 1/4 and 0."""
    one = Labelled("a", (Uid("x"),))
    asked = [Asked(one, rank, (Uid("x"),)) for rank in (1, 4, 0)]
    recall, mrr = recall_and_mrr(asked)
    assert (round(recall, 3), round(mrr, 4)) == (0.667, 0.4167)
    assert changed_answers(asked, asked) == []
