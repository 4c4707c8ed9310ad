"""The Lucene text of a question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import QuestionError
from kg.retrieve.intent import intent_of
from kg.retrieve.lucene import lucene_text, widened
from kg.schema.access import Scope
from kg.schema.ids import scope_token
from kg.schema.question import Filters

SCOPE = Scope(tuple(scope_token(n) for n in (1, 2, 3, 9)))


def test_clauses() -> None:
    """Scopes are ranges, validity is two ranges, only words score."""
    text = lucene_text((("refund", 1.0), ("fix", 0.5)), SCOPE, 7, Filters(kinds=("Method", "Doc")))
    assert text == (
        "+(scope:[s00001 TO s00003] scope:[s00009 TO s00009])^0"
        " +vf:[* TO 000000007]^0 +vt:{000000007 TO *]^0"
        " +(search_text:kind_method search_text:kind_doc)^0"
        " +search_text:(refund^1 fix^0.5)"
    )


def test_nothing_is_not_everything() -> None:
    """No term or no scope is refused: it would match everything."""
    for terms, scope in (((), SCOPE), ((("refund", 1.0),), Scope(()))):
        with pytest.raises(QuestionError):
            lucene_text(terms, scope, 1, Filters())


def test_only_terms_of_ours() -> None:
    """What is no index term never gets into the query, whoever calls."""
    for term in ("a b", "a:b", "", "a*", "kind_method", "(", "AND", '"'):
        with pytest.raises(QuestionError):
            lucene_text(((term, 1.0),), SCOPE, 1, Filters())


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    """Any text of a person is refused or becomes words without an operator."""
    try:
        terms = intent_of(text).terms
    except QuestionError:
        return
    words = lucene_text(terms, SCOPE, 1, Filters()).partition("search_text:(")[2].removesuffix(")")
    for word in words.split(" "):
        term, _, weight = word.rpartition("^")
        assert float(weight) > 0
        assert term and not set(term) & set('+-&|!(){}[]^"~*?:\\/<>=_')


def test_many_scopes() -> None:
    """5,000 scattered scopes stay under Lucene's limit and none is lost."""
    scope = Scope(tuple(scope_token(n * 2 + (n % 7)) for n in range(5000)))
    joined = widened(scope.ranges, 500)
    assert len(joined) == 500
    numbers = {int(token[1:]) for token in scope.tokens}
    covered = {n for first, last in joined for n in range(int(first[1:]), int(last[1:]) + 1)}
    assert numbers <= covered
