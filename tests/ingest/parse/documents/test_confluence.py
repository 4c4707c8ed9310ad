"""Pages of Confluence: everything that a reader of the page sees, nothing of the markup."""

import pytest

from tests.ingest.parse.documents.reading import mentions, read, sections, whole

PATH = "export/pay.xml"
LINK = '<ac:link><ri:page ri:space-key="OPS" ri:content-title="Fees &amp; co"/></ac:link>'
CODE = '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">sql</ac:parameter><ac:plain-text-body><![CDATA[select 1 &nbsp; <b>\nfrom com.acme.Pay]]></ac:plain-text-body></ac:structured-macro>'


def macro(name: str, body: str = "", **parameters: str) -> str:
    given = "".join(f'<ac:parameter ac:name="{k}">{v}</ac:parameter>' for k, v in parameters.items())
    rich = f"<ac:rich-text-body>{body}</ac:rich-text-body>" if body else ""
    return f'<ac:structured-macro ac:name="{name}">{given}{rich}</ac:structured-macro>'


def test_headings_cut_a_page() -> None:
    """With the lines of the file, also where many stand in one line."""
    text = f"<h1>Pay</h1><p>{LINK}</p>\n<h2>Fee</h2>\n<p>x</p><h2>Tax</h2>"
    assert sections(PATH, text) == [("#Pay", 1, 1), ("#Pay/Fee", 2, 2), ("#Pay/Tax", 3, 3)]


def test_a_code_macro_is_whole() -> None:
    """Its language, and all of its CDATA as it is: entities in it are no entities."""
    assert whole(PATH, f"<p>a</p>{CODE}") == "a\n```sql\nselect 1 &nbsp; <b>\nfrom com.acme.Pay\n```"
    assert mentions(PATH, CODE) == [("word", "com.acme.Pay", 1)]


def test_boxes_keep_their_text() -> None:
    """Panels and foldable parts with their title; of a warning also that it is one."""
    text = macro("warning", "<p>Never.</p>") + macro("expand", "<p>All.</p>", title="More")
    assert whole(PATH, text) == "Warning:\nNever.\nMore:\nAll."


def test_a_table_keeps_header_and_rows() -> None:
    """A cell is one line, whatever it holds."""
    text = f"<table><tbody><tr><th>a</th><th>b</th></tr><tr><td><p>1</p><p>2</p></td><td>{LINK}</td></tr></tbody></table>"
    assert whole(PATH, text) == "| a | b |\n|---|---|\n| 1 2 | OPS:Fees & co |"


def test_lists_keep_their_depth_and_tasks_their_state() -> None:
    """Indented as in Markdown."""
    text = "<ul><li>one<ul><li>deep</li></ul></li></ul><ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>done</ac:task-body></ac:task></ac:task-list>"
    assert whole(PATH, text).split("\n") == ["- one", "  - deep", "- [x] done"]


def test_links_to_pages_are_mentions_and_files_and_people_are_names() -> None:
    """A page by its space and title."""
    text = f'{LINK} <ac:link><ri:attachment ri:filename="a.png"/></ac:link> <ac:link><ri:user ri:account-id="55:x"/></ac:link><a href="https://h/x">site</a>'
    assert mentions(PATH, text) == [("link", "OPS:Fees & co", 0), ("link", "https://h/x", 0)]
    assert whole(PATH, text) == "OPS:Fees & co a.png @55:xsite (https://h/x)"


def test_an_unknown_macro_is_named() -> None:
    """With what it is given; its text stays."""
    assert whole(PATH, macro("jira", key="PAY-1")) == "[jira: PAY-1]"
    assert whole(PATH, macro("vote", "<p>Yes?</p>", limit="3")) == "[vote: limit=3]\nYes?"
    assert whole(PATH, macro("status", title="DONE", colour="Green")) == "DONE"


def test_entities_of_html_are_known() -> None:
    """No DTD is needed for them."""
    assert whole(PATH, f"<p>a&nbsp;&mdash;&eacute; &lt;b&gt; &amp;nbsp; {LINK}</p>").startswith(
        "a\xa0\u2014\u00e9 <b> &nbsp;"
    )


@pytest.mark.parametrize(
    "text",
    ['<!DOCTYPE x SYSTEM "file:///etc/passwd"><ac:link/>', "<p><ac:link></p>", '<!ENTITY a "b"><ac:link/>'],
)
def test_what_is_broken_or_declares_is_a_problem(text: str) -> None:
    """The File says so; nothing is fetched or expanded."""
    facts = read(PATH, text)
    assert facts.artifacts == ()
    assert "not valid XML" in facts.file.problems[0] or "entities" in facts.file.problems[0]


def test_a_page_of_one_very_long_line_is_read() -> None:
    """It is no bundle."""
    assert len(whole(PATH, f"<p>{LINK}</p><p>{'word ' * 10_000}</p>")) > 19_000
