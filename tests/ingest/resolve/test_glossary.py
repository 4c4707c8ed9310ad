"""Glossaries: their terms, and where these occur."""

import pytest

from kg.ingest.parse.file import parse_file
from kg.ingest.resolve.around import resolve_around
from kg.schema.facts import Artifact
from kg.schema.vocabulary import Kind
from tests.ingest.resolve.documents import documented

CSV = "term,aliases,meaning\nChargeback,CB; \uc9c0\ubd88\uac70\uc808,A payment taken back\nOrder,,What is bought\nRefund fee,,x\n"


def terms(path: str, text: str, doc_type: str = "") -> dict[str, tuple[tuple[str, ...], str]]:
    facts = [parse_file("r", path, "b", text.encode(), doc_type=doc_type)]
    found: dict[str, tuple[tuple[str, ...], str]] = {}
    for artifact in resolve_around("r", facts).artifacts:
        if artifact.kind is Kind.TERM:
            found[artifact.name] = _said(artifact)
    return found


def _said(artifact: Artifact) -> tuple[tuple[str, ...], str]:
    said = dict(artifact.details)
    aliases = said.get("aliases", ())
    return (aliases if isinstance(aliases, tuple) else ()), str(said.get("meaning", ""))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/glossary.csv", "Term;Abbreviation;Definition\nChargeback;CB;Taken back\n"),
        ("glossary.yaml", "terms:\n  - term: Chargeback\n    aliases: [CB]\n    meaning: Taken back\n"),
        ("glossary.yml", "Chargeback:\n  aliases: CB\n  definition: Taken back\n"),
        (
            "docs/terms.md",
            "# A\n\n| Term | Acronym | Meaning |\n|---|---|---|\n| **Chargeback** | `CB` | Taken back |\n",
        ),
        (
            "docs/\uc6a9\uc5b4\uc9d1.md",
            "| \uc6a9\uc5b4 | \uc57d\uc5b4 | \uc124\uba85 |\n|--|--|--|\n| Chargeback | CB | Taken back |\n",
        ),
        (
            "docs/\u672f\u8bed\u8868.md",
            "| \u672f\u8bed | \u7f29\u5199 | \u542b\u4e49 |\n|--|--|--|\n| Chargeback | CB | Taken back |\n",
        ),
        ("glossary.csv", "name,meaning\nChargeback (CB),Taken back\n"),
    ],
)
def test_a_glossary_is_read_in_every_form(path: str, text: str) -> None:
    """CSV, YAML, tables of documents; headers in three languages."""
    assert terms(path, text) == {"Chargeback": (("CB",), "Taken back")}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("data/users.csv", "name,description\nann,x\n"),
        ("docs/terms.md", "# Terms of service\nYou agree.\n\n| Plan | Price |\n|--|--|\n| A | 1 |\n"),
        ("application.yml", "terms:\n  - term: a\n    meaning: b\n"),
        ("glossary.csv", "id,price\n1,2\n"),
    ],
)
def test_what_is_no_glossary_has_no_terms(path: str, text: str) -> None:
    """Neither its name nor its header alone makes one."""
    assert terms(path, text) == {}


def test_the_repository_may_say_what_its_glossary_is() -> None:
    """Whatever the file is called; then it holds no settings."""
    assert terms("words/shop.yaml", "Chargeback: Taken back\n", "glossary") == {
        "Chargeback": ((), "Taken back")
    }


def test_a_broken_glossary_is_a_problem() -> None:
    """The File says so."""
    assert "not valid YAML" in parse_file("r", "glossary.yaml", "b", b"a: [").file.problems[0]


def test_a_term_leads_to_what_carries_it_and_sections_lead_to_it() -> None:
    """By whole words of names, by aliases, in any script; a common word is no hint, a test carries nothing."""
    files = {
        "docs/glossary.csv": CSV,
        "app/chargeback_rules.py": "class ChargebackRule: pass\n\n\ndef order_total(): pass\n",
        "app/discharge.py": "class Dischargebacker: pass\n",
        "tests/test_chargeback.py": "class ChargebackTest: pass\n",
        "docs/a.md": "A chargeback is costly. Order now. No refund-fee.\n",
        "docs/b.md": "\uc774 \uc9c0\ubd88\uac70\uc808\uc740 CB.\n",
        "docs/c.md": "Nothing of the kind, cb neither.\n",
    }
    found = documented(files)
    assert found == {
        "term:Chargeback": ("inferred", 0.8),
        "term:Refund fee": ("inferred", 0.8),
        "python:app.chargeback_rules": ("inferred", 0.7),
        "python:app.chargeback_rules.ChargebackRule": ("inferred", 0.7),
    }
