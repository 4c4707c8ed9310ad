"""BM25 over the texts at hand, with their own statistics. Pure.

The scores of the full text index know hidden documents (their word counts move visible ones), so
they decide nothing; the candidates, all visible, are scored again here.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

K1, B = 1.2, 0.3


@dataclass(frozen=True, slots=True)
class Counted:
    """How often each asked term is in a text, and how long the text is."""

    counts: dict[str, int]
    length: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the collection says about the terms of one question."""

    idf: dict[str, float]
    """Already times the weight of the term in the question."""
    total: float
    average_length: float


def count(words: str, terms: frozenset[str], filler: str) -> Counted:
    """The asked terms in an index text, the padding at its end left out."""
    parts = words.partition(f" {filler} ")[0].split()
    return Counted({term: parts.count(term) for term in terms.intersection(parts)}, len(parts))


def statistics(texts: Sequence[Counted], terms: Sequence[tuple[str, float]]) -> Statistics:
    number = len(texts)
    frequency = Counter(term for text in texts for term in text.counts)
    idf = {
        term: weight * log(1 + (number - frequency[term] + 0.5) / (frequency[term] + 0.5))
        for term, weight in terms
        if frequency[term]
    }
    average = sum(text.length for text in texts) / number if number else 1.0
    return Statistics(idf, sum(idf.values()) or 1.0, average or 1.0)


def score(text: Counted, known: Statistics) -> float:
    """BM25 as a share of the idf of the whole question: comparable between questions."""
    norm = K1 * (1 - B + B * text.length / known.average_length)
    idf = known.idf
    found = sum(idf[term] * n / (n + norm) for term, n in text.counts.items() if term in idf)
    return found / known.total


def share(terms: Sequence[str], known: Statistics) -> float:
    """The part of the question's idf that these terms make up."""
    return sum(known.idf.get(term, 0.0) for term in set(terms)) / known.total
