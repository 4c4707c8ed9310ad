"""One file from bytes to Facts, whatever is in it."""

import math
import time

from kg.ingest.parse import languages
from kg.ingest.parse.file import parse_file, too_dear
from kg.ingest.parse.languages import language_of
from kg.ingest.parse.unit import Unit, line_count
from kg.schema.facts import Facts
from kg.schema.vocabulary import Form


def test_a_text_in_an_unknown_language_is_a_file_alone() -> None:
    """It has its lines, encoding and blob, and no problem."""
    file = parse_file("r", "a/b.zig", "b1", b"x\ny").file
    assert (file.uid, file.name, file.lines, file.encoding, file.blob) == (
        "r:file:a/b.zig",
        "b.zig",
        2,
        "utf-8",
        "b1",
    )
    assert file.problems == ()


def test_a_binary_file_is_skipped_with_its_reason() -> None:
    """Bytes named .java are not Java."""
    facts = parse_file("r", "src/NotJava.java", "b", b"\xca\xfe\xba\xbe\0\0class X { void m() {} }")
    assert (facts.file.form, facts.file.problems) == (Form.SKIPPED, ("0: binary (NUL bytes)",))
    assert facts.artifacts == ()


def test_an_enormous_line_is_not_parsed() -> None:
    """A bundle named .py is a File with a problem."""
    facts = parse_file("r", "a.py", "b", b"x = [" + b"1," * 20_000 + b"]\n")
    assert facts.artifacts == ()
    assert "a line of 40,006 characters" in facts.file.problems[0]


def test_a_generated_file_of_thousands_of_methods_is_a_file_alone() -> None:
    """Beyond the cap none of them is kept, and the File says how many there are."""
    methods = "\n".join(f"  int m{n}(int a) {{ return a; }}" for n in range(6000))
    facts = parse_file("r", "gen/Big.java", "b", f"class Big {{\n{methods}\n}}\n".encode())
    assert facts.artifacts == ()
    assert "defines 6,001 things, more than 5,000" in facts.file.problems[0]


def test_no_text_is_longer_than_the_limit() -> None:
    """An enormous method is kept up to a limit, and the File says so."""
    body = "\n".join(f'    call("{n}");' for n in range(9000))
    facts = parse_file("r", "A.java", "b", f"class A {{\n  void big() {{\n{body}\n  }}\n}}\n".encode())
    assert max(len(a.text) for a in facts.artifacts) == 60_000
    assert any("big is kept up to 60,000 characters" in problem for problem in facts.file.problems)


def test_whatever_an_adapter_trips_over_is_the_files_problem(monkeypatch) -> None:  # type: ignore[no-untyped-def] # pytest's
    """An exception, a recursion without end and a lack of time each leave a File that says so."""

    def fail(unit: Unit) -> Facts:
        raise ValueError("secret text of the file")

    def recurse(unit: Unit) -> Facts:
        return recurse(unit)

    def linger(unit: Unit) -> Facts:
        while True:
            unit.check()

    found = []
    for adapter in (fail, recurse, linger):
        monkeypatch.setattr("kg.ingest.parse.file.adapter", lambda _, chosen=adapter: chosen)
        found.append(parse_file("r", "a.java", "b", b"class A {}", time.monotonic() + 0.05))
    assert [facts.file.problems for facts in found] == [
        ("0: could not be read (ValueError): kept as a File only",),
        ("0: nested too deeply to read: kept as a File only",),
        ("0: took too long to read: kept as a File only",),
    ]
    assert [too_dear(facts) for facts in found] == [False, False, True]


def test_deep_nesting_does_not_end_the_run() -> None:
    """2,000 brackets in each language are read or given up, never raised."""
    for path, text in (
        ("a.py", "x = " + "(" * 2000 + ")" * 2000),
        ("a.java", "class A { int x = " + "(" * 2000 + "1" + ")" * 2000 + "; }"),
        ("a.yml", "a: " + "[" * 2000 + "]" * 2000),
        ("a.md", ">" * 2000 + " x\n\n" + "[" * 2000),
    ):
        assert parse_file("r", path, "b", text.encode()).file.lines >= 1


def test_secrets_are_gone_before_an_adapter_reads() -> None:
    """No artifact of a file holds a secret that was in it."""
    token = "glpat-" + "CANARY4aaaaaaaaaaaa"
    for path, text in (
        ("A.java", f'class A {{ String t = "{token}"; void m() {{ call("{token}"); }} }}'),
        ("a.py", f'T = "{token}"\ndef f(x="{token}"):\n    """{token}"""\n    g("{token}")\n'),
        ("a.md", f"# A {token}\n`{token}`\n```\n{token}\n```\n"),
        ("a.properties", f"a={token}\nb.{token}=1\n"),
        ("a.yml", f"a: {token}\n{token}: 1\n"),
        (".env", f"A={token}\n"),
    ):
        assert token not in repr(parse_file("r", path, "b", text.encode())), path


def test_every_adapter_is_there() -> None:
    """Each language with an adapter can be read."""
    for language in languages._ADAPTERS:
        facts = languages.adapter(language)(Unit("r", "a", "b", "", "utf-8", language, math.inf))
        assert facts.file.language == language


def test_the_language_is_in_the_name() -> None:
    """By file name first, then by extension."""
    names = {
        "A.java": "java",
        "x.PY": "python",
        "Dockerfile": "dockerfile",
        ".env.prod": "env",
        "a": "",
        ".x": "",
    }
    assert {name: language_of(f"d/{name}") for name in names} == names


def test_lines_are_counted_as_an_editor_does() -> None:
    """The last line counts with and without its line end."""
    assert [line_count(text) for text in ("", "a", "a\n", "a\nb", "\n\n")] == [0, 1, 1, 2, 2]
