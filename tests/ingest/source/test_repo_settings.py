"""`.kg.yaml`: what a repository may say of itself, and that nothing it says breaks or opens anything."""

from dataclasses import fields
from pathlib import Path
from textwrap import dedent

import pytest

from kg.ingest.declared import with_declared
from kg.ingest.parse.file import parse_file
from kg.ingest.parse.pool import ParseOptions, parse_all
from kg.ingest.parse.settings_reader import MAX_CHARACTERS, read_settings
from kg.ingest.source.discover import Discovery, discover
from kg.ingest.source.git import open_source
from kg.schema.facts import Artifact, Facts
from kg.schema.repo_settings import RepoSettings, ServiceEntry
from kg.schema.vocabulary import Kind
from tests.ingest.repository import make_repository

WHOLE = """
    service:
      name: orders
      owner: "@shop/payments"
      on_call: payments-oncall
      runbook: docs/runbooks/orders.md
      paths: [orders/, shared/money/]
      depends_on: ledger
    entry_points:
      - src/jobs/**
      - acme.Pay#charge
    generated: "**/gen/**"
    rule_bearing: [acme.pricing.*Rule]
    risk_words: [chargeback]
    glossary: docs/glossary.csv
    doc_types:
      "docs/incidents/**": postmortem
"""


def problems(text: str) -> list[str]:
    return [str(problem) for problem in read_settings(dedent(text).strip()).problems]


def test_every_key_is_read() -> None:
    """One text stands for a list of one; a service may be one or several."""
    read = read_settings(dedent(WHOLE).strip())
    assert read.problems == ()
    assert read.settings == RepoSettings(
        entry_points=("src/jobs/**", "acme.Pay#charge"),
        services=(
            ServiceEntry(
                name="orders",
                line=2,
                owner="@shop/payments",
                on_call="payments-oncall",
                runbook="docs/runbooks/orders.md",
                paths=("orders/", "shared/money/"),
                depends_on=("ledger",),
                end_line=7,
            ),
        ),
        generated=("**/gen/**",),
        rule_bearing=("acme.pricing.*Rule",),
        risk_words=("chargeback",),
        glossary=("docs/glossary.csv",),
        doc_types=(("docs/incidents/**", "postmortem"),),
    )


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("generatd: [a]", "1: generatd is not a key of .kg.yaml, did you mean generated?"),
        ("risk_words:\n  a: b", "2: risk_words must be a list of texts"),
        ("risk_words: [[a]]", "1: risk_words[0] must be one text of one line"),
        ("doc_types: {a.md: poem}", "1: doc_types: 'poem' is none of"),
        ("- a", "1: .kg.yaml must be a mapping"),
        ("service: {owner: me}", "1: service: a service needs a name"),
        ("services:\n- name: a\n- name: a", "3: service a is declared twice; the first counts"),
        ("generated: [a]\ngenerated: [b]", "2: generated is given twice; the first counts"),
        ("a: [", "not valid YAML"),
        ("a: b\n---\nc: d", "a second document is not read"),
        ("[" * 5_000, "nested too deeply: not read"),
        ("#" * (MAX_CHARACTERS + 1), "not read"),
    ],
)
def test_what_is_wrong_is_a_problem_with_its_line(text: str, wrong: str) -> None:
    """Nothing in the file can stop an ingest, and nothing is dropped in silence."""
    assert any(wrong in problem for problem in problems(text)), problems(text)


def test_the_rest_counts_when_one_key_is_wrong() -> None:
    """A mistake costs only the key it is in."""
    assert read_settings("risk_words: {a: b}\ngenerated: [gen/]").settings.generated == ("gen/",)


def test_an_alias_bomb_is_not_expanded() -> None:
    """Aliases are looked at where a key stands, never followed below."""
    bomb = "\n".join(f"x{n}: &a{n} [{', '.join([f'*a{n - 1}' if n else 'b'] * 9)}]" for n in range(12))
    assert all("is not a key" in problem for problem in problems(bomb + "\nrisk_words: *a11")[:-9])
    assert len(problems(bomb + "\nrisk_words: *a11")) < 40


@pytest.mark.parametrize("key", ["scope", "scopes", "access", "readers", "groups", "public", "visibility"])
def test_no_key_widens_access(key: str) -> None:
    """Who may see a repository is not its own to say: such keys are unknown, and no setting has one."""
    assert f"{key} is not a key of .kg.yaml" in problems(f"{key}: everyone")[0]
    names = {field.name for record in (RepoSettings, ServiceEntry) for field in fields(record)}
    assert key not in names


async def discovered(tmp_path: Path, files: dict[str, str]) -> tuple[Discovery, list[Facts]]:
    folder = make_repository(tmp_path / "shop", files)
    source = await open_source(str(folder), "", tmp_path)
    found = await discover(source)
    return found, await parse_all(source.git_dir, "shop", found.entries, ParseOptions(tmp_path / "cache", 1))


async def test_generated_files_are_kept_by_name_only(tmp_path: Path) -> None:
    """What a program wrote is a File that says so, even where it was read before."""
    code = "def charge():\n    pass\n"
    files = {"app/gen/pay.py": code, "app/pay.py": code}
    _, before = await discovered(tmp_path, files)
    _, after = await discovered(tmp_path, {**files, ".kg.yaml": "generated: gen/"})
    assert [len(facts.artifacts) > 0 for facts in before] == [True, True]
    read = {facts.file.path: facts for facts in after}
    assert read["app/gen/pay.py"].artifacts == () and read["app/pay.py"].artifacts
    assert read["app/gen/pay.py"].file.problems == ("0: generated (.kg.yaml): kept as a File only",)


async def test_a_declared_type_makes_a_document_a_postmortem(tmp_path: Path) -> None:
    """`doc_types` counts before path, front matter and title, and again when it changes."""
    files = {"notes/2026-01.md": "# The night\n\nIt was down.\n"}
    _, before = await discovered(tmp_path, files)
    _, after = await discovered(tmp_path, {**files, ".kg.yaml": 'doc_types: {"notes/**": postmortem}'})
    assert {a.kind for a in before[0].artifacts} == {Kind.DOC}
    (notes,) = (facts for facts in after if facts.file.path.startswith("notes/"))
    assert {(a.kind, a.doc_type) for a in notes.artifacts} == {
        (Kind.DOC, "postmortem"),
        (Kind.POSTMORTEM, "postmortem"),
    }


def entries(settings: RepoSettings) -> dict[str, str]:
    code = b"def charge(order):\n    pass\n\ndef refund(order):\n    pass\n"
    facts = with_declared([parse_file("shop", "jobs/pay.py", "b", code)], settings)
    methods = [a for a in facts[0].artifacts if a.kind is Kind.METHOD]
    return {method.name: method.entry for method in methods}


def test_declared_entry_points_need_no_caller() -> None:
    """A method is declared by its qualified name (`*` for anything), or all of a file by a glob."""
    assert entries(RepoSettings(entry_points=("jobs.pay.charge",))) == {"charge": "declared", "refund": ""}
    assert entries(RepoSettings(entry_points=("*.refund",))) == {"charge": "", "refund": "declared"}
    assert set(entries(RepoSettings(entry_points=("jobs/**",))).values()) == {"declared"}
    assert set(entries(RepoSettings(entry_points=("charge",))).values()) == {""}


def test_only_the_file_at_the_root_counts() -> None:
    """A vendored folder must not speak for the repository."""
    facts = parse_file("shop", "sub/.kg.yaml", "b", b"generated: ['**']")
    assert facts.found == () and "only the .kg.yaml at the root" in facts.file.problems[0]


def test_problems_are_those_of_the_file() -> None:
    """They are in the graph, where `kg problems` shows them."""
    file: Artifact = parse_file("shop", ".kg.yaml", "b", b"risk_words: {a: b}").file
    assert file.problems == ("1: risk_words must be a list of texts",)
