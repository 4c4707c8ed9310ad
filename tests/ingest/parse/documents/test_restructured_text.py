"""reStructuredText: sections by underlines, roles and directives that name code."""

from kg.ingest.parse.file import parse_file
from tests.ingest.parse.documents.reading import mentions, sections, whole

PATH = "docs/pay.rst"


def test_levels_are_those_of_the_underlines_in_order() -> None:
    """A style means what it meant the first time; one above and below is a style of its own."""
    text = "=====\n Pay\n=====\n\nIntro\n\nRefund\n======\n\nFee\n---\nx\n\nClose\n=====\n"
    assert sections(PATH, text) == [
        ("#Pay", 1, 5),
        ("#Pay/Refund", 7, 8),
        ("#Pay/Refund/Fee", 10, 12),
        ("#Pay/Close", 14, 15),
    ]


def test_no_section_begins_in_a_block_or_a_table() -> None:
    """A rule of marks below an indented line, or of a table, underlines nothing."""
    text = "Pay\n===\n\n::\n\n    Not\n    ===\n\n====  ====\na     b\n====  ====\n1     2\n====  ====\n"
    assert [name for name, _, _ in sections(PATH, text)] == ["#Pay"]


def test_roles_name_code_and_prose_roles_do_not() -> None:
    """The target counts, without its tilde, exclamation mark or leading dot."""
    text = ":class:`~shop.pay.Pay` and :meth:`the capture <Pay.capture>`, :py:func:`.refund`; see :doc:`fees` and :ref:`x`.\n"
    assert mentions(PATH, text) == [
        ("code", "shop.pay.Pay", 0),
        ("code", "Pay.capture", 0),
        ("code", "refund", 0),
    ]


def test_directives_name_what_they_document() -> None:
    """Below `module` a name is one of that module, unless it is written out."""
    text = ".. module:: shop.pay\n\n.. autoclass:: Pay\n   :members:\n\n.. automethod:: Pay.capture(order) -> int\n.. autoclass:: shop.pay.Fee\n"
    assert [what for _, what, _ in mentions(PATH, text)] == [
        "shop.pay",
        "shop.pay.Pay",
        "shop.pay.Pay.capture(order)",
        "shop.pay.Fee",
    ]


def test_what_is_included_is_noted_and_what_is_raw_is_left_out() -> None:
    """No file is opened: not even its absence is seen."""
    text = ".. include:: ../../etc/passwd\n\n.. literalinclude:: ../src/pay.py\n   :lines: 3-4\n\n.. raw:: html\n\n   <code>com.acme.Evil</code>\n\n.. com.acme.Comment\n\nEnd\n"
    assert mentions(PATH, text) == [
        ("link", "../../etc/passwd", 0),
        ("link", "../src/pay.py", 2),
    ]


def test_literals_links_and_blocks() -> None:
    """``code``, `text <target>`_, `.. _name: target`, and qualified names in code."""
    text = "See ``Pay#capture`` and `the source <../src/pay.py>`_::\n\n    import com.acme.Pay\n\n.. _more: ../src/more.py\n"
    assert mentions(PATH, text) == [
        ("code", "Pay#capture", 0),
        ("link", "../src/pay.py", 0),
        ("word", "com.acme.Pay", 2),
        ("link", "../src/more.py", 4),
    ]


def test_the_text_of_a_section_is_as_written() -> None:
    """Nothing is rendered, so lines in it are lines of the file."""
    assert whole(PATH, "A\n=\n\n* ``x``\n") == "A\n=\n\n* ``x``"


def test_a_readme_without_an_extension_is_read_by_the_look_of_its_headings() -> None:
    """Marks of Markdown make it Markdown; any other text file is no document."""
    assert sections("README", "# Pay\n\n## Fee\nx\n") == [("#Pay", 1, 1), ("#Pay/Fee", 3, 4)]
    assert sections("NOTICE.txt", "Pay\n===\nx\n") == [("#Pay", 1, 3)]
    assert sections("runbooks/pay.txt", "Call Ann.\n") == [("", 1, 1)]
    assert parse_file("r", "data/words.txt", "b", b"Pay\n===\n").artifacts == ()
