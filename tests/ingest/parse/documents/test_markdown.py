"""Documents: a Doc a section, what kind of document it is, and what it mentions."""

import pytest

from kg.ingest.parse.documents.doc_types import doc_type
from kg.ingest.parse.file import parse_file
from kg.schema.facts import Facts
from kg.schema.vocabulary import Kind


def read(text: str, path: str = "docs/a.md") -> Facts:
    return parse_file("r", path, "b", text.encode())


def sections(text: str) -> list[tuple[str, int, int]]:
    """(what follows the path in the uid, first line, last line)."""
    facts = read(text)
    lines = {edge.target: (edge.start_line, edge.end_line) for edge in facts.edges}
    return [(a.uid.removeprefix("r:doc:docs/a.md"), *lines[a.uid]) for a in facts.artifacts]


def mentions(text: str) -> list[tuple[str, str, int]]:
    return [(m.form, m.text, m.line) for m in read(text).mentions]


def test_each_heading_is_a_section_with_its_path() -> None:
    """A section ends where the next heading begins; its uid is the path of headings."""
    text = "# Pay\n\nIntro\n\n## Refund\nText\n\n### Fee\n\n## Close\n"
    assert sections(text) == [
        ("#Pay", 1, 3),
        ("#Pay/Refund", 5, 6),
        ("#Pay/Refund/Fee", 8, 8),
        ("#Pay/Close", 10, 10),
    ]


def test_text_before_the_first_heading_is_a_section() -> None:
    """It has no heading in its uid; front matter is not a part of it."""
    assert sections("---\ntitle: x\n---\n\nHello\n\n# A\n") == [("", 5, 5), ("#A", 7, 7)]


def test_a_repeated_heading_gets_an_ordinal() -> None:
    """In order of appearance."""
    assert [name for name, _, _ in sections("# A\n# A\n## B\n# A\n")] == ["#A", "#A~2", "#A/B", "#A~3"]


def test_headings_inside_code_and_lists_are_none() -> None:
    """Only headings of the document itself cut it."""
    assert [name for name, _, _ in sections("# A\n```\n# no\n```\n- # no\n\nB\n=\n")] == ["#A", "#B"]


def test_a_document_without_any_text_has_no_section() -> None:
    """An empty file is a File."""
    assert read("\n\n").artifacts == ()


def test_a_section_keeps_its_own_text_only() -> None:
    """The text of a section is its heading and what stands below it, up to the next heading."""
    assert [a.text for a in read("# A\none\n\n## B\ntwo\n").artifacts] == ["# A\none", "## B\ntwo"]


def test_code_spans_links_and_qualified_names_are_mentions() -> None:
    """With the line in the section, each once a line."""
    text = "# A\n\nSee `Pay#capture` and\n[x](../src/pay.py), com.acme.Pay.close() too. `Pay#capture`\n"
    assert mentions(text) == [
        ("code", "Pay#capture", 2),
        ("link", "../src/pay.py", 3),
        ("word", "com.acme.Pay.close()", 3),
        ("code", "Pay#capture", 3),
    ]


def test_bare_words_are_no_mentions() -> None:
    """You get a receipt: `get` is a word here."""
    assert mentions("# A\nYou get a receipt, e.g. at 1.2.3 or in Java.\n") == []


def test_what_products_may_be_called_is_a_mention() -> None:
    """Capitalised words, with what is apposed to them, and one word with more capitals; not in code."""
    text = "Connector/J, the MySQL JDBC driver, Spring Cloud Gateway, SQLAlchemy. `Acme Pay` and Acme.\n"
    assert [text for form, text, _ in mentions(text) if form == "product"] == [
        "Connector/J, the MySQL JDBC",
        "Spring Cloud Gateway",
        "SQLAlchemy",
    ]


def test_names_of_several_parts_are_mentions() -> None:
    """CamelCase, SETTING_NAMES and calls in running text; what products may be called comes last."""
    text = "The CouponService reads PAY_TIMEOUT and calls restore_all() in src/pay/core.py:12.\n"
    assert [text for _, text, _ in mentions(text)] == [
        "src/pay/core.py:12",
        "CouponService",
        "PAY_TIMEOUT",
        "restore_all()",
        "The CouponService",
    ]


def test_fenced_code_gives_qualified_names_only() -> None:
    """Code in a document mentions what it writes out in full."""
    assert mentions("```java\nimport com.acme.Pay;\nvar x = refund();\n```\n") == [
        ("word", "com.acme.Pay", 1)
    ]


def test_links_to_other_sites_anchors_and_mail_stay_or_go() -> None:
    """Anchors and mail are no mentions; another site may be a link into this repository."""
    assert mentions("[a](#x) [b](mailto:a@b.c) [c](https://h/g/p/blob/main/a.py)\n") == [
        ("link", "https://h/g/p/blob/main/a.py", 0)
    ]


def test_an_incident_report_is_a_postmortem_that_defines_its_sections() -> None:
    """One Postmortem a document, named by its id; exactly one DEFINES leads to each section."""
    facts = read("# PM-2024-007 Storm\n\n## Cause\nx\n", "postmortems/PM-2024-007.md")
    report, *docs = facts.artifacts
    assert (report.kind, report.name, report.uid) == (
        Kind.POSTMORTEM,
        "PM-2024-007",
        "r:postmortem:postmortems/PM-2024-007.md",
    )
    assert [(e.source, e.target) for e in facts.edges] == [
        (facts.file.uid, report.uid),
        *((report.uid, doc.uid) for doc in docs),
    ]


def test_the_index_of_a_postmortem_folder_is_no_report() -> None:
    """A README or a template there reports nothing."""
    kinds = {a.kind for a in read("# Post-mortems\n", "postmortems/README.md").artifacts}
    assert kinds == {Kind.DOC}


@pytest.mark.parametrize(
    ("path", "title", "expected"),
    [
        ("docs/adr/0001-use-neo4j.md", "", "adr"),
        ("docs/runbooks/pay.md", "", "runbook"),
        ("ops/oncall-guide.md", "", "runbook"),
        ("CHANGELOG.md", "", "release"),
        ("docs/design/refunds.md", "", "design"),
        ("docs/api.md", "", "api"),
        ("incidents/2024-03.md", "", "postmortem"),
        ("docs/x.md", "Postmortem: coupon storm", "postmortem"),
        ("docs/x.md", "결제 설계", "design"),
        ("README.md", "Shop", "other"),
        ("docs/rapid.md", "Rapid", "other"),
    ],
)
def test_the_kind_of_a_document_is_in_its_path_or_title(path: str, title: str, expected: str) -> None:
    """Nothing else is looked at, so it does not change with the text."""
    assert doc_type(path, {}, title) == expected


def test_front_matter_decides() -> None:
    """What the document says of itself comes first."""
    facts = read("---\ntype: runbook\ntitle: x\n---\n# A\n", "docs/adr/x.md")
    assert facts.artifacts[0].doc_type == "runbook"


def test_comments_are_no_text_and_html_is_read_for_what_it_names() -> None:
    """A link or a code element of HTML counts as one of Markdown; a comment mentions nothing."""
    text = "<p>\nSee <a href='src/a.py'>a</a> and <code>Pay#capture</code>.\n</p>\n\n<!-- `Old#gone` com.acme.Old -->\n"
    assert mentions(text) == [("link", "src/a.py", 1), ("code", "Pay#capture", 1)]


def test_included_files_are_noted_and_not_read() -> None:
    """Snippets of MkDocs, Liquid and friends are links to the file."""
    text = '# A\n--8<-- "src/pay.py"\n\n{% include "notes/fees.md" %}\n{!docs/x.md!}\n'
    assert [(form, what) for form, what, _ in mentions(text) if form == "link"] == [
        ("link", "src/pay.py"),
        ("link", "notes/fees.md"),
        ("link", "docs/x.md"),
    ]


def test_mdx_is_markdown_without_its_scripts() -> None:
    """Imports, exports and comments of MDX say nothing; inside a fence they are code as any other."""
    text = "import {Tabs} from '@site/src/Tabs.js'\n\n# A\n\n{/* com.acme.Old */}\n```js\nimport a from 'src/pay/a.js'\n```\n"
    found = [(m.form, m.text) for m in read(text, "docs/a.mdx").mentions]
    assert found == [("word", "src/pay/a.js")]


def test_routes_are_mentions_however_they_are_set() -> None:
    """In one code span, in running text, in two cells of a table, in a block of code."""
    text = "`GET /orders/{id}` and POST /orders.\n\n| a | b |\n|---|---|\n| `PUT` | `/orders/{id}/state` |\n\n```\nDELETE http://localhost:8080/orders/1\n```\n"
    assert [what for form, what, _ in mentions(text) if form == "route"] == [
        "GET /orders/{id}",
        "POST /orders",
        "PUT /orders/{id}/state",
        "DELETE http://localhost:8080/orders/1",
    ]


def test_what_is_named_twice_is_noted_at_both_lines() -> None:
    """An edge tells every line at which its section speaks of the thing; twice in a line is once."""
    assert mentions("`Pay` and `Pay`\nagain `Pay`\n") == [("code", "Pay", 0), ("code", "Pay", 1)]
