"""The order of hits, from candidates made by hand."""

from dataclasses import replace
from typing import Any

from kg.ingest.enrich.index_text import search_text
from kg.retrieve.candidates import Candidate, Recalled
from kg.retrieve.evidence import excerpt, hits_of
from kg.retrieve.intent import intent_of
from kg.retrieve.rerank import Ranked, Weights, rerank
from kg.schema.facts import Artifact
from kg.schema.ids import Uid, Vid
from kg.schema.question import Channel, Place
from tests.retrieve.planted import a_class, method


def candidate(artifact: Artifact, owner: Artifact | None = None, **more: Any) -> Candidate:
    place = Place(
        artifact.uid, Vid(artifact.uid + "@1"), artifact.kind, artifact.name, artifact.qualified_name,
        "shop", artifact.path, 1, 3,
    )  # fmt: skip
    made = Candidate(
        place=place,
        owner=owner.uid if owner else Uid(""),
        complexity=artifact.complexity,
        lines=artifact.lines,
        calls=len(artifact.call_sites),
        entry=artifact.entry,
        modifiers=artifact.modifiers,
        doc_comment=artifact.doc_comment,
        text=artifact.text,
        words=search_text(artifact, 60),
        channels=((Channel.SPARSE, 1),),
        cosine=None,
        trail=(),
        neighbours=(),
    )
    return replace(made, **more)


def order(text: str, *candidates: Candidate) -> list[str]:
    found = Recalled(candidates, {}, (Channel.SPARSE,))
    return [one.candidate.place.qualified_name for one in rerank(intent_of(text), found, Weights())]


REFUND = method("refundFee", text="long refundFee() { return fee.percent(); }")
OTHER = method("other", text="void other() { log(); }")


def test_name_first() -> None:
    """What is named by the question comes before what only mentions it."""
    mention = method("run", "Job", text="void run() { refundFee(); refundFee(); }")
    assert order("refund fee", candidate(mention), candidate(REFUND))[0] == REFUND.qualified_name


def test_qualified_symbol_first() -> None:
    """`Pay.charge` puts the method of that class before its namesakes."""
    namesakes = [candidate(method("charge", owner), a_class(owner)) for owner in ("Box", "Pay", "Zoo")]
    assert order("where is Pay.charge?", *namesakes)[0] == "acme.Pay#charge()"


def test_tests_last() -> None:
    """A test comes after what it tests, unless the question is about tests."""
    test = method("refundFee", path="src/test/java/acme/Pay.java", package="acme.t", text=REFUND.text)
    assert order("refund fee", candidate(test), candidate(REFUND))[-1] == "acme.t.Pay#refundFee()"


def test_trivial_last() -> None:
    """Between equals a getter comes after a method that does something."""
    getter = replace(method("refundFee", "Box", text=REFUND.text), complexity=0)
    assert order("refund fee", candidate(getter), candidate(REFUND))[0] == REFUND.qualified_name


def test_ties_by_uid() -> None:
    """Equal scores go by uid, in whatever order they come."""
    twins = [candidate(method("refund", owner, text="void refund()")) for owner in ("Aaa", "Bbb", "Ccc")]
    expected = ["acme.Aaa#refund()", "acme.Bbb#refund()", "acme.Ccc#refund()"]
    for turned in (twins, twins[::-1], [twins[1], twins[2], twins[0]]):
        assert order("refund", *turned) == expected


def test_ranks_are_of_the_visible() -> None:
    """The rank of full text that is shown is the rank among the candidates, not Lucene's."""
    found = Recalled(
        (
            candidate(OTHER, channels=((Channel.SPARSE, 3),)),
            candidate(REFUND, channels=((Channel.SPARSE, 17), (Channel.DENSE, 2))),
        ),
        {},
        (Channel.DENSE, Channel.SPARSE),
    )
    first = rerank(intent_of("refund fee"), found, Weights())[0]
    assert first.channels == ((Channel.SPARSE, 1), (Channel.DENSE, 2))


def test_cosine_moves_equals() -> None:
    """Between texts that say the same, the nearer vector comes first."""
    far = candidate(method("refund", "Aaa"), channels=((Channel.DENSE, 2),), cosine=0.6)
    near = candidate(method("refund", "Bbb"), channels=((Channel.DENSE, 1),), cosine=0.9)
    assert order("refund", far, near)[0] == "acme.Bbb#refund()"


def test_excerpt() -> None:
    """The excerpt is the run of lines that holds most of the question."""
    lines = [f"int x{i} = {i};" for i in range(30)]
    lines[20] = "long fee = refund.percent();"
    shown = excerpt(intent_of("refund fee"), candidate(replace(REFUND, text="\n".join(lines))))
    assert lines[20] in shown
    assert len(shown.splitlines()) <= 8
    assert excerpt(intent_of("nothing"), candidate(replace(REFUND, text="\n".join(lines)))).startswith(
        "int x0"
    )


def test_limit() -> None:
    """The wanted number of hits, ranked from 1."""
    hits = hits_of(intent_of("refund"), [Ranked(candidate(one), ()) for one in (REFUND, OTHER)], 1)
    assert [(hit.rank, hit.place.name) for hit in hits] == [(1, "refundFee")]
