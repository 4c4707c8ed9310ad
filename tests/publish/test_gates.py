"""Gates of tier 1: each is shown failing by a fault that was planted, and what fails is not published."""

import asyncio
from pathlib import Path

import pytest

from kg.errors import GateFailed, SettingsError
from kg.graph import Graph, GraphOptions, connect
from kg.publish.gate_options import GateOptions
from kg.publish.gates import pass_gates
from kg.publish.labelled import Labelled, read_questions
from kg.publish.lease import hold_lease, this_process
from kg.publish.questions import touched_questions
from kg.publish.reconcile import ingest
from kg.publish.registration import register
from kg.publish.remove import remove
from kg.publish.snapshots import abandon, active, open_candidate
from kg.retrieve.verdicts import list_verdicts
from kg.schema.gates import GateState, Verdict
from kg.schema.ids import Uid
from kg.schema.snapshot import Report
from tests.history.repository import Past
from tests.publish.world import Method, active_hash, commit, load, method_uid, stage_delta
from tests.publish.world import World as Files
from tests.shell import run
from tests.shop import ingest_options

BASE: Files = {"pay.py": {"charge": Method("a", calls=("tax.rate",))}, "tax.py": {"rate": Method("0.2")}}
NEXT: Files = {"pay.py": {"charge": Method("b", calls=("tax.rate",))}, "tax.py": {"rate": Method("0.2")}}
QUESTIONS = Path("tests/corpus/questions.toml")


async def judged(graph: Graph, fault: str, options: GateOptions, report: Report) -> Verdict | str:
    """The verdict on a candidate into which a fault was planted, or why it is not published."""
    await load(graph, "shop", BASE)
    async with hold_lease(graph, this_process("test")) as fence:
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        await stage_delta(graph, candidate, "shop", NEXT)
        if fault:
            await run(graph, fault, seq=candidate.seq)
        try:
            return await pass_gates(graph, candidate, "shop", report, options)
        except GateFailed as error:
            return str(error)
        finally:
            await abandon(graph, candidate)


async def test_a_whole_candidate_passes(graph: Graph) -> None:
    """What nobody broke is published; what has no input yet says that it is not measured."""
    verdict = await judged(graph, "", GateOptions(), Report())
    assert isinstance(verdict, Verdict) and verdict.passed and not verdict.forced
    unmeasured = {gate.name for gate in verdict.gates if gate.state is GateState.NOT_MEASURED}
    assert "leak canaries" in unmeasured and "touched questions" in unmeasured
    assert {"orphans", "dangling edges", "artifacts twice", "missed matches"}.isdisjoint(unmeasured)


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        (
            "MATCH (a:Artifact {valid_from: $p.seq}) WHERE a.name = 'charge' "
            "MATCH (a)<-[d]-() WHERE coalesce(d.type, type(d)) = 'DEFINES' DELETE d",
            "orphans",
        ),
        (
            "MATCH (f:Artifact {kind: 'File', path: 'tax.py'})-[d:DEFINES]->() "
            "SET f.valid_to = $p.seq, d.valid_to = $p.seq",
            "orphans",
        ),
        (
            "MATCH (a:Artifact {name: 'rate'})<-[d:DEFINES]-() SET a.valid_to = $p.seq",
            "dangling edges",
        ),
        (
            "MATCH (a:Artifact {valid_from: $p.seq}) WHERE a.name = 'charge' "
            "CREATE (b:Artifact {vid: 'twin', uid: a.uid, kind: a.kind, valid_from: a.valid_from, valid_to: a.valid_to})",
            "artifacts twice",
        ),
    ],
)
async def test_what_a_candidate_broke_keeps_it_from_readers(graph: Graph, fault: str, named: str) -> None:
    """An artifact that nothing defines, an edge at nothing, an artifact twice: named, with an example."""
    told = await judged(graph, fault, GateOptions(), Report())
    assert isinstance(told, str) and f"{named} " in told and "shop:python" in told


async def test_edges_without_an_end_are_counted_against_their_bound(graph: Graph) -> None:
    """None by default; a bound may be set."""
    assert "missed matches 2" in str(await judged(graph, "", GateOptions(), Report(missed=2)))


async def test_a_bound_may_be_set(graph: Graph) -> None:
    """Two edges without an end pass where two are allowed."""
    verdict = await judged(graph, "", GateOptions(missed=2), Report(missed=2))
    assert isinstance(verdict, Verdict) and verdict.passed


async def test_a_forced_candidate_passes_and_says_so(graph: Graph) -> None:
    """The figures stay what they are."""
    verdict = await judged(graph, "", GateOptions(forced=True), Report(missed=1))
    assert isinstance(verdict, Verdict)
    assert verdict.forced and [gate.name for gate in verdict.failed] == ["missed matches"]


async def test_a_question_whose_answer_is_lost_keeps_a_candidate_back(graph: Graph) -> None:
    """It was found by its name before; now it is called otherwise, so nobody finds it."""
    rate = method_uid("shop", "tax.rate")
    options = GateOptions(questions=(Labelled("zebra surcharge", (rate,)),))
    world: Files = {"tax.py": {"rate": Method("zebra surcharge")}}
    await commit(graph, "shop", world)
    async with hold_lease(graph, this_process("test")) as fence:
        await register(graph, fence, "shop", "url", "main")
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        await stage_delta(graph, candidate, "shop", {"tax.py": {"rate": Method("nothing of it")}})
        with pytest.raises(GateFailed, match=r"touched questions 1 .*zebra surcharge"):
            await pass_gates(graph, candidate, "shop", Report(), options)


async def test_a_question_that_is_still_answered_passes(graph: Graph) -> None:
    """Its answer changed, and is found all the same."""
    rate = method_uid("shop", "tax.rate")
    options = GateOptions(questions=(Labelled("zebra surcharge", (rate,)),))
    await commit(graph, "shop", {"tax.py": {"rate": Method("zebra surcharge")}})
    async with hold_lease(graph, this_process("test")) as fence:
        await register(graph, fence, "shop", "url", "main")
        candidate = await open_candidate(graph, fence, grace_seconds=0)
        await stage_delta(graph, candidate, "shop", {"tax.py": {"rate": Method("zebra surcharge, twice")}})
        verdict = await pass_gates(graph, candidate, "shop", Report(), options)
    assert [g.state for g in verdict.gates if g.name == "touched questions"] == [GateState.PASSED]


async def test_a_server_that_does_not_answer_in_time_keeps_nothing_back() -> None:
    """One that has just begun takes seconds for its first search: the gate says so instead."""
    silent = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    questions = (Labelled("zebra surcharge", (method_uid("shop", "tax.rate"),)),)
    async with silent, connect(GraphOptions(f"bolt://127.0.0.1:{port}", read_timeout_seconds=0.1)) as graph:
        (gate,) = await touched_questions(graph, 2, 1, questions)
    assert gate.state is GateState.NOT_MEASURED and "took longer than 0.1 s" in gate.note


async def test_a_repository_that_loses_most_of_itself_is_not_published(graph: Graph, tmp_path: Path) -> None:
    """Readers go on with the snapshot before; the failed figures are kept; forcing publishes it."""
    methods = "".join(f"def work_{n}():\n    return {n}\n\n\n" for n in range(220))
    past = Past(tmp_path / "shop", {"work.py": methods})

    async def bring(**more: bool) -> None:
        gates = GateOptions(small=100, **more)
        await ingest(graph, str(past.folder), "", "shop", ingest_options(tmp_path), _silent, gates)

    await bring()
    before, first = await active_hash(graph), await active(graph)
    past.commit("nearly all gone", {"work.py": "def work_1():\n    return 1\n"})
    with pytest.raises(GateFailed, match="share of artifacts"):
        await bring()
    assert (await active_hash(graph), await active(graph)) == (before, first)
    verdicts = await list_verdicts(graph, [first, first + 1])
    assert verdicts[first][0].passed and not verdicts[first + 1][0].passed
    await bring(forced=True)
    assert await active(graph) == first + 2
    assert (await list_verdicts(graph, [first + 2]))[first + 2][0].forced


async def test_names_that_a_commit_leaves_dead_in_documents(graph: Graph, tmp_path: Path) -> None:
    """Those that were dead before do not count again."""
    documents = {
        "src/x/Pay.java": "package x;\nclass Pay {\n    void settle() {}\n    void capture() {}\n}\n",
        "docs/pay.md": "# Pay\n\n`Pay#settle` and `Pay#capture` and `Pay#longGone`.\n",
    }
    past = Past(tmp_path / "shop", documents)
    gates = GateOptions(dead_mentions=0)
    options = ingest_options(tmp_path)
    await ingest(graph, str(past.folder), "", "shop", options, _silent, gates)
    past.commit("rename", {"src/x/Pay.java": documents["src/x/Pay.java"].replace("capture", "take")})
    with pytest.raises(GateFailed, match=r"dead mentions 1 .*docs/pay.md"):
        await ingest(graph, str(past.folder), "", "shop", options, _silent, gates)


def test_questions_are_read_and_checked(tmp_path: Path) -> None:
    """The file of the shop reads; what is no file of questions is refused with what to write."""
    assert len(read_questions(QUESTIONS)) >= 5
    for text in (
        "[[question]]\ntext = 'x'\n",
        "question = 3\n",
        "not toml",
        "[[question]]\ntext=''\nexpects=['a']",
    ):
        (tmp_path / "q.toml").write_text(text)
        with pytest.raises(SettingsError, match="question"):
            read_questions(tmp_path / "q.toml")
    with pytest.raises(SettingsError, match="cannot be read"):
        read_questions(tmp_path / "none.toml")
    assert Labelled("a", (Uid("b"),)).expects == ("b",)


def _silent(what: str, done: int, total: int) -> None:
    """Nobody watches."""


async def test_a_removal_has_its_gates_too(graph: Graph) -> None:
    """What a removal would leave without an owner keeps it from being published; readers go on."""
    await load(graph, "lib", {"a.py": {"f": Method()}})
    await load(graph, "shop", BASE)
    await run(graph, "MATCH (:Artifact)-[d:DEFINES]->(:Artifact {repo: 'lib', name: 'f'}) DELETE d")
    await run(
        graph,
        "MATCH (f:Artifact {repo: 'lib', name: 'f'}) MATCH (o:Artifact {repo: 'shop', name: 'charge'})"
        " CREATE (o)-[:DEFINES {valid_from: 2}]->(f)",
    )
    before = await active(graph)
    async with hold_lease(graph, this_process("test")) as fence:
        with pytest.raises(GateFailed, match="orphans 1"):
            await remove(graph, fence, "shop")
    assert await active(graph) == before
    await run(graph, "MATCH (:Artifact {repo: 'shop'})-[d:DEFINES]->(:Artifact {repo: 'lib'}) DELETE d")
    async with hold_lease(graph, this_process("test")) as fence:
        seq = await remove(graph, fence, "shop")
    (verdict,) = (await list_verdicts(graph, [seq]))[seq]
    assert verdict.passed
    assert {g.name: g.value for g in verdict.gates if g.state is GateState.PASSED} == {
        "orphans": 0, "dangling edges": 0, "artifacts twice": 0,
    }  # fmt: skip
