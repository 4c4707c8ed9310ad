"""The outside cases: faults seen in other tools, and what must come out here instead.

RUN, STEPS and APART are held now, LATER are owned by later parts of the plan and listed, nothing else is skipped.
"""

import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kg.errors import QuestionError
from kg.graph import Graph
from kg.llm import EmbedderKind, EmbedderOptions, open_embedder
from kg.publish.export import export
from kg.publish.snapshots import active
from kg.publish.vectors import FillOptions, fill
from kg.records import EmbeddingCache, open_records
from kg.retrieve.ask import AskOptions, search
from kg.retrieve.scope import Policy, active_seq, scope_of
from kg.schema.access import Principal
from kg.schema.question import Question
from kg.schema.vocabulary import EdgeType, Kind
from tests.cases.adapter import judge
from tests.cases.repository import CASES, Ingested, case_folder, ingest_case, stored
from tests.llm.endpoint import served

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the outside cases do not lie beside this checkout"
)

RUN = {
    "01": (),
    "02": (),
    "03": (),
    "05": (),
    "06": (),
    "08": (),
    "09": (),
    "11": (),
    "13": (),
    "14": (),
    "15": (),
    "16": (),
    "18": (),
    "19": (),
    "20": (),
    "22": (),
    "24": (),
    "26": (),
    "27": (),
    "28": (),
    "34": (),
    "36": (),
}
"""Case -> the words in it that a later part owns (`name:` a prefix of names)."""

STEPS = ("29", "32", "37")
"""Histories: what holds after each of their commits is in `test_steps`."""

APART = ("33",)
"""Messages of a host, not a repository: `test_hooks`."""

LATER = {
    "39": "later: Slack",
    "41": "later: access",
    "43": "later: answers",
}
"""Not yet run, and the part of the plan that owns it."""


def test_every_case_is_run_or_owned() -> None:
    """No case is left out in silence."""
    assert sorted([*RUN, *STEPS, *APART, *LATER]) == sorted(
        folder.name[:2] for folder in CASES.glob("[0-9][0-9]-*")
    )


@pytest.mark.parametrize("number", RUN)
async def test_case(graph: Graph, number: str, tmp_path: Path) -> None:
    """What must exist in the published graph exists, at its lines; what must not does not; the case's
    other sentences hold. Wishes are printed."""
    made = await ingest_case(graph, number, tmp_path)
    verdict = judge(case_folder(number), made.stored, RUN[number])
    print(f"case {number}: {len(verdict.wishes)} wishes {verdict.wishes}")
    assert not verdict.wrong, "\n".join(verdict.wrong)
    if number in CHECKS:
        await CHECKS[number](graph, made)


async def no_damaged_character(graph: Graph, made: Ingested) -> None:
    """Neither U+0000 nor U+FFFD is in anything that is kept."""
    assert "\\x00" not in made.texts and "\ufffd" not in made.texts and "\\ufffd" not in made.texts


async def old_encodings(graph: Graph, made: Ingested) -> None:
    """Korean and Chinese words of old encodings find their methods; the File says what it was read as."""
    await no_damaged_character(graph, made)
    assert made.file("src/OrderService.java").encoding == "cp949"
    assert made.file("src/legacy.py").encoding == "latin-1"
    assert "com.acme.cn.StockService#release(long)" in await found(graph, "\u91ca\u653e\u5e93\u5b58")
    assert "com.acme.kr.OrderService#refundAmount(long,long)" in await found(graph, "\ud658\ubd88")


async def broken_files_are_listed(graph: Graph, made: Ingested) -> None:
    """Each file that does not parse says where."""
    for path in ("src/Broken.java", "src/Conflict.java", "src/Patterns.java", "src/half.py"):
        assert made.file(path).problems, path


async def huge_files_are_reported(graph: Graph, made: Ingested) -> None:
    """What is built or too large is not read, says why, and leaves no large text."""
    left_out = " ".join((*made.outcome.report.skipped, *made.file("gen/Big.java").problems))
    assert "dist/: build output" in left_out and "more than the cap" in left_out
    assert max(len(artifact.text) for artifact in made.stored.artifacts) < 100_000


async def foreign_files_are_reported(graph: Graph, made: Ingested) -> None:
    """A binary named .java and the folders of others are left out, with the reason."""
    left_out = " ".join(made.outcome.report.skipped)
    assert "node_modules" in left_out and "vendor" in left_out and "target" in left_out
    assert "iVBORw0KGgo" not in made.texts
    assert not [a for a in made.stored.artifacts if a.path == "src/NotJava.java" and a.kind != Kind.FILE]


async def ambiguous_mentions_are_weak(graph: Graph, made: Ingested) -> None:
    """A name that two classes have gives candidates at most; what is written out in full is exact."""
    hows = {e.target.rpartition(":")[2]: e.how for e in made.stored.edges if e.type == EdgeType.DOCUMENTS}
    assert (
        hows["com.acme.Pay#capture()"] == hows["src/com/acme/Pay.java"] == hows["payment.timeout"] == "exact"
    )
    assert {hows.get(f"com.acme.{owner}#close()", "candidate") for owner in ("Pay", "Conn")} == {"candidate"}


async def incident_is_read_into_facts(graph: Graph, made: Ingested) -> None:
    """One Postmortem: severity, whole times over midnight, length, cause, one follow-up open and one done."""
    (report,) = (a for a in made.stored.artifacts if a.kind == Kind.POSTMORTEM)
    facts: dict[str, Any] = dict(report.details)
    assert (report.name, facts["severity"]) == ("PM-2024-007", "SEV2")
    assert (facts["started_at"], facts["ended_at"]) == ("2024-03-08T23:48+09:00", "2024-03-09T01:05+09:00")
    assert facts["duration_minutes"] == 47, "from the alert until the listener is paused"
    assert [entry.partition(" ")[0] for entry in facts["timeline"]] == [
        "2024-03-08T23:48+09:00",
        "2024-03-08T23:59+09:00",
        "2024-03-09T00:10+09:00",
        "2024-03-09T00:35+09:00",
        "2024-03-09T01:05+09:00",
    ]
    assert facts["root_cause"].startswith("CouponService#restore was not idempotent")
    assert [item.split()[0] for item in facts["follow_ups"]] == ["done", "open"]


async def page_reads_as_it_is_seen(graph: Graph, made: Ingested) -> None:
    """All that a reader of the page sees is in its Doc: code whole, panels, table, names of what is not text."""
    (page,) = (a for a in made.stored.artifacts if a.kind == Kind.DOC)
    assert "```java\nif (a < b && c > d) { order.cancel(); } // <b>not html</b>\n```" in page.text
    for words in (
        "PAY-12",
        "fsm.png",
        "Never cancel after shipping.",
        "deep",
        "by system",
        "OPS:Order FSM",
        "\ud55c\uad6d\uc5b4 \u4e2d\u6587",
    ):
        assert words in page.text
    assert "| code | meaning |\n|---|---|\n| C1 | by user |" in page.text
    assert "<ac:" not in made.texts and "<ri:" not in made.texts


async def broken_yaml_is_reported(graph: Graph, made: Ingested) -> None:
    """Tabs and the alias bomb are problems of their files alone, a repeated key and two `<<` of theirs; a
    template of a chart and every other file have none."""
    problems = {a.path: a.problems for a in made.stored.artifacts if a.kind == Kind.FILE and a.problems}
    assert sorted(problems) == ["bomb.yml", "dupe.yml", "merged.yml", "tabs.yml"]
    assert "aliases" in problems["bomb.yml"][0] and "two <<" in problems["merged.yml"][0]
    (stands,) = [
        e
        for e in made.stored.edges
        if e.type == EdgeType.DEFINES and e.target.endswith(":db.url") and e.sites
    ]
    assert (stands.start_line, stands.sites) == (3, (2,)), "the last line counts, both are kept"


async def hostile_search_text(graph: Graph, made: Ingested) -> None:
    """No line of text is an error, what is wanted is among the first five, nothing is changed."""
    given = case_folder("34") / "input"
    queries = given.joinpath("queries.txt").read_text(encoding="utf-8").split("\n")
    for text in [*queries, "word " * 5_000]:
        await found(graph, text)
    for text in ("!!!", "&&", "", "   "):
        assert await found(graph, text) == [], "punctuation finds nothing, and never everything"
    for line in given.joinpath("want.tsv").read_text(encoding="utf-8").splitlines():
        text, _, name = line.partition("\t")
        assert name in await found(graph, text), text
    assert await stored(graph, await active_seq(graph)) == made.stored


async def no_secret_enters(graph: Graph, made: Ingested) -> None:
    """None of the seven canaries is in the graph, in what the model is sent, or found by its own text; the
    dummy stays. Store files, logs and caches are looked through in `tests/security`."""
    with served() as endpoint, tempfile.TemporaryDirectory() as folder:
        options = EmbedderOptions(
            kind=EmbedderKind.COMPATIBLE,
            base_url=endpoint.base_url,
            document_model="docs",
            dimension=endpoint.dimension,
        )
        async with open_embedder(options) as embedder, open_records(f"sqlite:///{folder}/kg.db") as records:
            await fill(graph, embedder, EmbeddingCache(records), FillOptions(), lambda done, waiting: None)
        assert endpoint.requests and "CANARY" not in repr(endpoint.requests)
    export_lines = [line async for line in export(graph, await active(graph))]
    assert "CANARY" not in "".join(export_lines)
    assert "changeme" in made.texts and "PUBLIC_URL" in made.texts
    assert await found(graph, "what is the database password?")


CHECKS: dict[str, Callable[[Graph, Ingested], Awaitable[None]]] = {
    "01": no_damaged_character,
    "03": old_encodings,
    "05": huge_files_are_reported,
    "06": broken_files_are_listed,
    "08": foreign_files_are_reported,
    "26": ambiguous_mentions_are_weak,
    "27": incident_is_read_into_facts,
    "28": page_reads_as_it_is_seen,
    "24": no_secret_enters,
    "22": broken_yaml_is_reported,
    "34": hostile_search_text,
}
"""The sentences of a case that are no nodes and edges; those of 36 are in `test_models`."""


async def found(graph: Graph, text: str) -> list[str]:
    """The qualified names of the first five hits; none where there is nothing to search for."""
    scope = await scope_of(graph, Principal("local"), Policy())
    options = AskOptions(budget_seconds=30, limit_seconds=30)
    try:
        hits = await search(graph, Question(text, 5), scope, await active_seq(graph), None, options)
    except QuestionError:
        return []
    return [hit.place.qualified_name for hit in hits.hits]
