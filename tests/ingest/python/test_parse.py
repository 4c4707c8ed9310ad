"""What one Python file says, read without any other file."""

import time

import pytest

from kg.ingest.parse.python import parse_python
from kg.ingest.parse.unit import TooSlow, Unit
from kg.schema.vocabulary import EdgeType, Form, Kind
from tests.ingest.python.snippets import names, read, seen


def test_module_is_a_class_named_by_its_path() -> None:
    """A package is called after its folder, a module after its file; dashes stay."""
    assert names(read("", "pkg/__init__.py")) == ["pkg"]
    assert names(read("", "my-tools/pay.py")) == ["my-tools.pay"]
    assert read("x = 1", "a.py").artifacts[0].form == Form.MODULE


def test_every_definition_is_defined_once_with_its_lines() -> None:
    """Each artifact has exactly one DEFINES, from what encloses it."""
    facts = read(
        """
        class Pay:
            def charge(self):
                def inner():
                    pass
                class Local:
                    pass
        """
    )
    assert [
        (e.source.split(":", 2)[2], e.target.split(":", 2)[2], e.start_line, e.end_line) for e in facts.edges
    ] == [
        ("app.py", "app", 1, 6),
        ("app", "app.Pay", 1, 6),
        ("app.Pay", "app.Pay.charge", 2, 6),
        ("app.Pay.charge", "app.Pay.charge.<locals>.inner", 3, 4),
        ("app.Pay.charge", "app.Pay.charge.<locals>.Local", 5, 6),
    ]
    assert {e.type for e in facts.edges} == {EdgeType.DEFINES}


def test_decorated_function_starts_at_its_first_decorator() -> None:
    """Lines and text of a decorated function hold its decorators."""
    found = seen(
        read("@router.get('/jobs/{id}')\n@retry(3)\nasync def job(id: int) -> Job:\n    return 1\n"),
        "app.job",
    )
    assert found.lines == (1, 4)
    assert found.artifact.annotations == ("router.get('/jobs/{id}')", "retry(3)")
    assert found.artifact.text.startswith("@router.get")
    assert found.artifact.signature == "async def job(id: int) -> Job"
    assert found.artifact.modifiers == ("async",)
    assert found.artifact.entry == "route"


def test_redefinitions_are_kept_with_an_ordinal() -> None:
    """Getter and setter, overload stubs and conditional definitions each stay an artifact."""
    facts = read(
        """
        class Job:
            @property
            def state(self): return self._s
            @state.setter
            def state(self, v): self._s = check(v)
        try:
            def render(x): return fast(x)
        except ImportError:
            def render(x): return slow(x)
        """
    )
    assert names(facts) == [
        "app",
        "app.Job",
        "app.Job.state",
        "app.Job.state~2",
        "app.render",
        "app.render~2",
    ]
    assert seen(facts, "app.Job.state").artifact.modifiers == ("property",)


def test_call_sites_are_relative_to_their_caller() -> None:
    """Calls in lambdas, comprehensions and f-strings count for the function around them."""
    source = """

    def run(items):
        total = sum(price(i) for i in items)
        later = lambda: ship(total)
        return f"{fmt(total)}"
    """
    assert seen(read(source), "app.run").artifact.call_sites == (
        "1:12 sum/1",
        "1:16 price/1",
        "2:20 ship/1",
        "3:14 fmt/1",
    )


def test_columns_count_characters() -> None:
    """A Hangul literal before a call moves its column by its characters, not by its bytes."""
    assert seen(read('def f():\n    "환불"; g()\n'), "app.f").artifact.call_sites == ("1:10 g/0",)


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "...",
        '"""Only words."""',
        "return 1",
        "return self.x",
        "self.x = x",
        "raise NotImplementedError",
    ],
)
def test_trivial_bodies_have_no_complexity(body: str) -> None:
    """What says nothing is 0: no vector, ranked down, still an artifact."""
    assert seen(read(f"class A:\n    def f(self, x):\n        {body}\n"), "app.A.f").artifact.complexity == 0


def test_complexity_counts_branches() -> None:
    """One, and one more for each decision."""
    source = "def f(a):\n    if a and b:\n        for x in a: pass\n    return 1 if a else 2\n"
    assert seen(read(source), "app.f").artifact.complexity == 5


@pytest.mark.parametrize(
    ("source", "path", "entry"),
    [
        ("def f(): pass\nif __name__ == '__main__':\n    f()\n", "app.py", "main"),
        ("def test_f(): pass\n", "tests/test_app.py", "test"),
        ("@app.task\ndef f(): pass\n", "app.py", "listener"),
        ("@app.route('/x')\ndef f(): pass\n", "app.py", "route"),
        ("@cache.get\ndef f(): pass\n", "app.py", ""),
        ("def f(): pass\n", "app.py", ""),
    ],
)
def test_entry_points_need_no_caller(source: str, path: str, entry: str) -> None:
    """Guarded main functions, tests, routes and tasks are entries; a plain function is none."""
    method = next(a for a in read(source, path).artifacts if a.kind == Kind.METHOD)
    assert method.entry == entry


def test_config_keys_that_are_read() -> None:
    """Environment variables are found by subscript, get and getenv, a constant key included."""
    facts = read(
        """
        import os
        FEE = "REFUND_FEE"
        class Settings(BaseSettings):
            model_config = SettingsConfigDict(env_prefix="shop_")
            timeout: int = 3
        def f():
            os.environ["A"]
            os.environ.get("B", "x")
            return os.getenv(FEE)
        """
    )
    assert [(r.source.split(":", 2)[2], r.key, r.line) for r in facts.reads] == [
        ("app.Settings", "SHOP_TIMEOUT", 0),
        ("app.f", "B", 2),
        ("app.f", "REFUND_FEE", 3),
        ("app.f", "A", 1),
    ]


def test_imports_are_on_the_file_as_written() -> None:
    """First-party and external imports, relative dots and stars kept."""
    facts = read("import os.path as p, json\nfrom ..a import b as c\nfrom . import *\n")
    assert facts.file.imports == ("os.path", "json", "..a.b", ".*")


def test_class_outline_has_no_bodies() -> None:
    """A class is its header, words, fields and member signatures; a body edit leaves it as it is."""
    source = (
        'class Pay(Base):\n    """Takes money."""\n    fee: int = 3\n    def charge(self, order): return {}\n'
    )
    assert (
        seen(read(source.format(1)), "app.Pay").artifact
        == seen(read(source.format("g()")), "app.Pay").artifact
    )
    assert seen(read(source), "app.Pay").artifact.text == (
        'class Pay(Base):\n"""Takes money."""\nfee: int = 3\ndef charge(self, order)'
    )


def test_comment_right_above_is_part_of_the_words() -> None:
    """`#` lines on a definition and its docstring say what it is for; a comment further up does not."""
    source = """
    # not this

    x = 1  # nor this
    # refunds
    # in part
    @cached
    def f():
        "Pays back."
    """
    assert seen(read(source), "app.f").artifact.doc_comment == "refunds\nin part\nPays back."


def test_broken_file_gives_what_is_whole() -> None:
    """A half-typed function costs only itself, and the file says where."""
    facts = read(
        "def first():\n    return second()\n\ndef broken(:\n    pass\n\ndef second():\n    return 2\n"
    )
    assert {"app.first", "app.second"} <= set(names(facts))
    assert facts.file.problems == ("4: `)` is missing",)


@pytest.mark.parametrize(
    "source",
    [
        "print 'x' % f(y)\nexec code in ns\ntry:\n  g()\nexcept E, e:\n  h()\ndef last(): pass\n",
        "def f():\n\tif a:\n\t\tg()\n\x0c\ndef last(): pass\n",
        "type A[T] = list[T]\nclass C[T: int]: pass\ndef last[T](x: T) -> T: pass\n",
        "match c:\n    case P(x=0) | [a, *r] if (n := g()): h()\n    case {'k': v, **o}: pass\ndef last(): pass\n",
        "x = f'{a!r:>{w()}} {f\"{b}\"}'\nwith (open(a) as b, c): pass\ndef last(): pass\n",
        "<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> x\ndef last(): pass\n",
    ],
    ids=["python 2", "tabs and form feed", "PEP 695", "match", "f-strings", "conflict"],
)
def test_unusual_source_is_read_to_its_end(source: str) -> None:
    """The function after the unusual part is there."""
    assert "app.last" in names(read(source))


def test_deep_nesting_is_a_problem_of_the_file() -> None:
    """An expression nested too deeply is cut, said so, and what follows is read."""
    facts = read("x = " + "f(" * 400 + ")" * 400 + "\ndef last(): pass\n")
    assert "app.last" in names(facts)
    assert any("nested too deeply" in problem for problem in facts.file.problems)


def test_slow_file_is_given_up() -> None:
    """A deadline that has passed stops the parser."""
    unit = Unit("shop", "a.py", "b", "x = 1\n" * 50_000, "utf-8", "python", deadline=time.monotonic() - 1)
    with pytest.raises(TooSlow):
        parse_python(unit)
