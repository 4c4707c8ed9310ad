"""Documents as trees: every format gives the same tree with lines, is bounded, and fetches nothing."""

import pytest

from kg.ingest.parse.json import load_json
from kg.ingest.parse.toml import load_toml
from kg.ingest.parse.tree import Documents, Unreadable, at, leaves, texts_at
from kg.ingest.parse.unit import Unit
from kg.ingest.parse.xml import Element, load_xml
from kg.ingest.parse.yaml import load_yaml

LOADERS = {"yaml": load_yaml, "json": load_json, "toml": load_toml}


def load(language: str, text: str) -> Documents:
    return LOADERS[language](Unit("r", f"a.{language}", "b", text, "utf-8", language))


def flat(language: str, text: str) -> list[tuple[int, str, str]]:
    return list(leaves(load(language, text).trees[0]))


def xml(text: str) -> Element:
    return load_xml(Unit("r", "a.xml", "b", text, "utf-8", "xml")).root


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("yaml", "a:\n  b: 08\n  c:\n  - x\n  - 'y z'\n"),
        ("json", '{"a":\n  {"b": 8,\n  "c":\n  ["x", "y z"]}}\n'),
        ("toml", "[a]\nb = 08\n\nc = ['x',\n 'y z']\n"),
    ],
)
def test_formats_give_one_kind_of_tree(language: str, text: str) -> None:
    """A reader need not know whether a document is YAML, JSON or TOML."""
    if language == "toml":
        text = text.replace("08", "8")
    (whole,) = load(language, text).trees
    assert [(key, value.removeprefix("0")) for _, key, value in leaves(whole)] == [
        ("a.b", "8"),
        ("a.c[0]", "x"),
        ("a.c[1]", "y z"),
    ]
    assert texts_at(whole, "a", "c") == ("x", "y z")
    assert at(whole, "a", "nothing", "more") is None


def test_json_may_have_comments_and_be_json5() -> None:
    """Comments, trailing commas, bare and single-quoted keys; texts are what their escapes say."""
    text = '// c\n{a: 1, \'b\': "x\\n\\u0041", /* d */ "e": [-1, +2,], f: 0x1F,}'
    assert flat("json", text) == [
        (2, "a", "1"),
        (2, "b", "x\nA"),
        (2, "e[0]", "-1"),
        (2, "e[1]", "+2"),
        (2, "f", "0x1F"),
    ]


@pytest.mark.parametrize("text", ['{"a": 1', "{a: f()}", '{"a": 1}\n{"b": 2}', "{a: `x${1}`}", "{...a}"])
def test_what_is_no_json_is_a_problem(text: str) -> None:
    """Broken text and JavaScript that computes are refused."""
    with pytest.raises(Unreadable, match="not valid JSON"):
        load("json", text)


def test_toml_tables_in_pieces_are_one() -> None:
    """Dotted keys, sub-tables of the last item of a list, inline tables and texts of several lines."""
    text = (
        'x.y = 1\n[x]\nz = """\nlong\n"""\n[[l]]\nn = "a\\tb"\n[l.sub]\nk = {m = 2}\n[[l]]\nn = 1979-05-27\n'
    )
    assert flat("toml", text) == [
        (1, "x.y", "1"),
        (3, "x.z", "long\n"),
        (7, "l[0].n", "a\tb"),
        (9, "l[0].sub.k.m", "2"),
        (11, "l[1].n", "1979-05-27"),
    ]


def test_yaml_says_where_blocks_end() -> None:
    """A mapping ends with its last value, not with the blank lines and comments before the next one."""
    text = "job:\n  script:\n    - a\n    - |\n      b\n      c\n\n  # next\nother: {x: 1,\n  y: 2}\n"
    (whole,) = load("yaml", text).branches
    ends = {pair.key: (pair.line, pair.value.end_line) for pair in whole.pairs}
    assert ends == {"job": (1, 6), "other": (9, 10)}


def test_an_alias_counts_each_time() -> None:
    """Few aliases are the same tree again; many are refused before anything is expanded."""
    assert flat("yaml", "a: &a {b: 1}\nc: *a\n") == [(1, "a.b", "1"), (1, "c.b", "1")]
    rows = ["a0: &a0 [x,x,x,x,x,x,x,x,x]"]
    rows += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    with pytest.raises(Unreadable, match="aliases"):
        load("yaml", "\n".join(rows))


@pytest.mark.parametrize(
    ("language", "text"), [("yaml", "[" * 200 + "]" * 200), ("json", "[" * 200 + "]" * 200)]
)
def test_what_nests_too_deeply_is_refused(language: str, text: str) -> None:
    """A reader may recurse over any tree that it is given."""
    with pytest.raises(Unreadable, match="nests"):
        load(language, text)


def test_unknown_tags_are_no_objects() -> None:
    """`!reference`, `!Ref` and Python's tags give plain trees."""
    text = "a: !reference [.setup, script]\nb: !Ref Bucket\nc: !!python/object/apply:os.system ['x']\n"
    assert flat("yaml", text) == [
        (1, "a[0]", ".setup"),
        (1, "a[1]", "script"),
        (2, "b", "Bucket"),
        (3, "c[0]", "x"),
    ]


def test_xml_keeps_order_and_lines() -> None:
    """Texts and elements stand as written; a DTD elsewhere is not fetched."""
    root = xml(
        '<?xml version="1.0" encoding="GBK"?>\n<!DOCTYPE mapper PUBLIC "-//x//EN" "http://localhost:1/x.dtd">\n'
        '<mapper namespace="m">\n <select id="a">select <if test="x">y</if>\n z</select>\n <c:b/>\n</mapper>'
    )
    select, other = root.elements
    assert (select.get("id"), select.line, select.end_line, select.text) == ("a", 4, 5, "select y\n z")
    assert (other.tag, other.name, other.line) == ("c:b", "b", 6)
    assert [e.name for e in root.all()] == ["mapper", "select", "if", "b"]


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY a "x"><!ENTITY b "&a;&a;">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY % p SYSTEM "http://localhost:1/x">',
    ],
)
def test_xml_that_declares_entities_is_refused(declared: str) -> None:
    """Neither bombs nor files nor addresses are looked at."""
    with pytest.raises(Unreadable, match="entities"):
        xml(f"<!DOCTYPE a [{declared}]><a>&b;</a>")


def test_broken_xml_says_where() -> None:
    """An unclosed tag, and nesting without end, are problems of the file."""
    with pytest.raises(Unreadable) as error:
        xml("<a>\n<b></a>")
    assert error.value.problem.line == 2
    with pytest.raises(Unreadable, match="nests"):
        xml("<a>" * 5_000 + "</a>" * 5_000)


def test_a_value_that_is_not_written_stands_at_its_key() -> None:
    """Not at the next key, nor at the end of the file; one that is merged likewise."""
    assert flat("yaml", "a:\n  b:\n\n\n  c: 1\n\nd: &d\n  e:\n\nf:\n  <<: *d\n") == [
        (2, "a.b", ""),
        (5, "a.c", "1"),
        (8, "d.e", ""),
        (8, "f.e", ""),
    ]


def test_empty_documents_are_documents() -> None:
    """No text is no tree, and no error."""
    assert load("yaml", "# nothing\n").trees == () == load("json", " \n").trees
    assert load("toml", "").branches[0].pairs == ()
