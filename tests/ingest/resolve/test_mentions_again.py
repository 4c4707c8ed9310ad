"""Mentions are taken from the commit before only where nothing that they rest on has changed."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.around import resolve_around
from kg.ingest.resolve.kept_mentions import KeptMentions
from kg.ingest.resolve.mentions.again import mentions_again
from kg.ingest.resolve.mentions.resolve import Mentions, tie_mentions
from kg.schema.facts import Facts
from kg.schema.jobs import Run
from kg.schema.vocabulary import Kind

_SHOP = Path(__file__).resolve().parents[2] / "corpus/shop"
_CODE = "class Pay {\n  Refund last;\n  int fee(int amount) {\n    return amount;\n  }\n}\n"
_DOC = "# Pay\n\n`Pay#fee(int)` takes a fee, see `Pay.last` and [there](src/acme/Pay.java#L4).\n"


def read(path: str, text: str) -> Facts:
    return parse_file("r", path, text, text.encode())


def small(code: str = _CODE, doc: str = _DOC, other: str = "class Other { void run() {} }") -> list[Facts]:
    texts = {"docs/pay.md": doc, "src/acme/Other.java": other, "src/acme/Pay.java": code}
    return [read(path, text) for path, text in texts.items()]


def kept(files: list[Facts]) -> KeptMentions:
    return mentions_again(files, resolve_around("r", files), KeptMentions())


@cache
def shop() -> list[Facts]:
    return [
        read(path.relative_to(_SHOP).as_posix(), path.read_text("utf-8"))
        for path in sorted(_SHOP.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    ]


def test_of_code_only_names_are_read_unless_it_is_noted() -> None:
    """With every text and every line of code taken away that nobody noted to read, the result is the same."""
    around = resolve_around("r", shop())
    whole = tie_mentions(shop(), around)
    bare = [_bare(facts, whole) for facts in shop()]
    assert sum(one is not other for one, other in zip(bare, shop(), strict=True)) > 20
    assert tie_mentions(bare, around) == whole
    assert whole.resolution.edges


def _bare(facts: Facts, whole: Mentions) -> Facts:
    """Its names and what was noted alone, unless it is a document."""
    if facts.mentions or any(a.kind in (Kind.DOC, Kind.POSTMORTEM, Kind.TERM) for a in facts.artifacts):
        return facts
    artifacts = tuple(
        replace(a, text=a.text if a.uid in whole.looked_into else "", call_sites=(), doc_comment="", lines=0)
        for a in facts.artifacts
    )
    return Facts(
        replace(facts.file, blob="", lines=0, problems=()),
        artifacts,
        facts.edges if facts.file.path in whole.measured else (),
        sets=facts.sets,
        found=tuple(found for found in facts.found if isinstance(found, Run)),
    )


def test_a_body_that_nobody_reads_changes_no_mention() -> None:
    """The result is the one from before, not made again."""
    before = kept(small())
    files = small(other="class Other { void run() { int more = 1; } }")
    after = mentions_again(files, resolve_around("r", files), before)
    assert after.resolution is before.resolution


@pytest.mark.parametrize(
    "files",
    [
        small(code=_CODE.replace("Refund last", "Refund first")),
        small(code=_CODE.replace("int fee", "// one line more\n  int fee")),
        small(code=_CODE.replace("fee(int amount)", "fee(long amount)")),
        small(doc=_DOC.replace("last", "first")),
        small(other="class Pay2 { void fee(int amount) {} }"),
        [*small(), read("src/acme/b/Pay.java", _CODE)],
    ],
    ids=["a text that was read", "lines that were asked", "a name", "the document", "another", "a new file"],
)
def test_what_a_mention_rests_on_makes_it_anew(files: list[Facts]) -> None:
    """The result is that of an ingest that knows nothing."""
    after = mentions_again(files, resolve_around("r", files), kept(small()))
    assert after == kept(files)
