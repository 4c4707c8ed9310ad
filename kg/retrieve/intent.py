"""What a question asks for: weighted index terms, and the identifiers that it names.

In: the text of a person. Out: `Intent`, bounded however long the text is. Rules only; pure. Raises
QuestionError for a text with nothing to search for, so that nothing ever means "everything".
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from kg.errors import QuestionError
from kg.schema.tokens import FUNCTION_WORDS, MAX_WHOLE, tokens

MAX_CHARACTERS = 10_000
MAX_TERMS = 64
"""Lucene stops at 1,024 clauses; 64 terms say what a question is about."""
MAX_SYMBOLS = 8
COMMON_WEIGHT, JOINED_WEIGHT, TERM_WEIGHT = 0.5, 0.7, 1.0
SHORT_QUESTION_WORDS = 3
"""In a question this short every word may be a name."""

_COMMON = """
fix fixes fixed add adds added support use using used make allow allows change changes changed update updates
updated remove removes removed issue bug problem error wrong incorrect some all also via after before now new
only more no instead while during which its their than then there up out how what where who why
"""
COMMON_TERMS = frozenset(tokens(_COMMON))
"""Commit verbs and stop words: they count half. Dropping them altogether ranks worse."""

_WORD = re.compile(r"[A-Za-z]+")
_CHAIN = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|#|::|\$|/|-)[A-Za-z_$][\w$]*)*(?P<call>\()?", re.ASCII)
_SEPARATOR = re.compile(r"\.|#|::|\$")
_INNER_CAPITAL = re.compile(r"[a-z0-9][A-Z]|[A-Z][A-Z][a-z]|\w_\w|[A-Za-z]\d")


@dataclass(frozen=True, slots=True)
class Symbol:
    """An identifier in a question, with the class or module before it (or an empty text)."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Intent:
    """A question as retrieval sees it. At least one of the two is not empty."""

    terms: tuple[tuple[str, float], ...]
    """Index terms and their weights, distinct, at most `MAX_TERMS`."""
    symbols: tuple[Symbol, ...]


def intent_of(text: str) -> Intent:
    """The intent of a question."""
    cut = text[:MAX_CHARACTERS]
    symbols = tuple(dict.fromkeys(_symbols(cut)))[:MAX_SYMBOLS]
    terms = _weighted_terms(cut) or tuple((word, TERM_WEIGHT) for word in _bare_words(cut))
    if not terms:
        raise QuestionError("the question has no word to search for; write a word, a name or an identifier")
    return Intent(terms, symbols)


def _weighted_terms(text: str) -> tuple[tuple[str, float], ...]:
    weights = {term: COMMON_WEIGHT if term in COMMON_TERMS else TERM_WEIGHT for term in tokens(text)}
    for term in _joined(text):
        weights.setdefault(term, JOINED_WEIGHT)
    ranked = sorted(weights.items(), key=lambda item: -item[1])
    return tuple(ranked[:MAX_TERMS])


def _joined(text: str) -> Iterable[str]:
    """Neighbours as one identifier: who writes "refund amount" may mean `refundAmount`."""
    words = [word.lower() for word in _WORD.findall(text)]
    for first, second in pairwise(words):
        both = first + second
        if not {first, second} & FUNCTION_WORDS and 6 <= len(both) <= MAX_WHOLE:
            yield both


def _bare_words(text: str) -> tuple[str, ...]:
    """What is left of a text of function words and single letters (`AND`, `a:b`): few index entries
    hold them, but such a question is no mistake of the asker."""
    words = re.findall(r"[A-Za-z]+|\d+", text)
    return tuple(dict.fromkeys(word.lower()[:MAX_WHOLE] for word in words))[:MAX_TERMS]


def _symbols(text: str) -> Iterable[Symbol]:
    short = len(text.split()) <= SHORT_QUESTION_WORDS
    for match in _CHAIN.finditer(text):
        whole = match.group().removesuffix("(")
        parts = [part for part in _SEPARATOR.split(whole) if part]
        if not parts or len(whole) > 4 * MAX_WHOLE:
            continue
        named = len(parts) > 1 or match["call"] or _INNER_CAPITAL.search(whole)
        if not named and not short:
            continue
        yield Symbol(parts[-2] if len(parts) > 1 else "", parts[-1])
        if len(parts) > 1 or "/" in whole or "-" in whole:
            # A configuration key or a file name keeps its separators in its own name.
            yield Symbol("", whole.rpartition("/")[2])
