"""What one query may ask for."""

import time
from itertools import pairwise

import pytest
from graphql import parse

from api.bounds import excesses, nesting
from api.options import Bounds


def check(query: str, **variables: object) -> list[str]:
    return [error.message for error in excesses(parse(query), variables, Bounds())]


def doubling(levels: int) -> str:
    """Fragments that each spread the next one twice: 2 to the power of `levels` fields."""
    names = [f"f{n}" for n in range(levels)]
    pairs = pairwise(names)
    fragments = [f"fragment {a} on Query{{...{b} ...{b}}}" for a, b in pairs]
    return "{...f0}" + " ".join([*fragments, f"fragment {names[-1]} on Query{{a}}"])


def test_an_ordinary_query_is_within_bounds() -> None:
    """A page of 50 methods with callers and documents is what the bounds are made for."""
    query = """{ artifacts(kind: METHOD, first: 50) { nodes { id name ... on Method {
        callers(first: 20) { edges { node { name path startLine } } } documents(first: 5) { nodes { name } } } } } }"""
    assert check(query) == []


def test_doubling_fragments_are_refused_at_once() -> None:
    """A bomb of doubling fragments costs the time of reading it, not of writing it out."""
    bomb = doubling(20)
    assert 700 < len(bomb) < 900
    document = parse(bomb)
    start = time.perf_counter()
    errors = excesses(document, {}, Bounds())
    assert time.perf_counter() - start < 0.05
    assert any("fields" in error.message for error in errors)


def test_a_number_of_many_digits_is_not_written_out() -> None:
    """Refusing 2 to the power of 200 says so in a few words."""
    assert all(len(message) < 120 for message in check(doubling(200)))


def test_a_circle_of_fragments_ends() -> None:
    """A fragment that contains itself is refused, not followed."""
    assert check("{...a} fragment a on Query{...b} fragment b on Query{...a}") == [
        "A fragment contains itself."
    ]


@pytest.mark.parametrize(
    ("what", "query"),
    [
        ("depth", "{" + "a{" * 25 + "b" + "}" * 25 + "}"),
        ("aliases", "{ a {" + " ".join(f"x{n}: b" for n in range(61)) + "} }"),
        ("top level fields", "{" + " ".join(f"a{n}" for n in range(31)) + "}"),
        (
            "top level fields",
            "{...f ...f} fragment f on Query {" + " ".join(f"a{n}" for n in range(16)) + "}",
        ),
        ("cost", "{ a(first: 100) { b(first: 100) { c(first: 100) { d } } } }"),
        ("cost", "query q($n: Int) { a(first: $n) { b(first: $n) { c(first: $n) { d } } } }"),
        ("cost", "{ a(first: 99999999999999999999) { b(first: 100) { c(first: 100) { d } } } }"),
    ],
)
def test_each_bound_is_kept(what: str, query: str) -> None:
    """A query beyond one bound is refused with the name of that bound."""
    assert [message.split(" has ")[1].split(" ")[0] for message in check(query, n=100)] == [
        what.split(" ")[0]
    ]


def test_brackets_in_strings_do_not_nest() -> None:
    """What stands in a string or a comment is not structure."""
    assert nesting('{ a(text: "((((", b: """ [[[ """) # {{{{\n { c } }') == 2
