"""From ranked candidates to the hits that are shown: the lines that fit the question best. Pure."""

from collections.abc import Sequence

from kg.retrieve.candidates import Candidate
from kg.retrieve.intent import Intent
from kg.retrieve.rerank import Ranked
from kg.schema.question import Hit
from kg.schema.tokens import tokens

EXCERPT_LINES = 8
EXCERPT_CHARACTERS = 800


def hits_of(intent: Intent, ranked: Sequence[Ranked], limit: int) -> tuple[Hit, ...]:
    """The first `limit` candidates as hits."""
    return tuple(
        Hit(
            place=one.candidate.place,
            rank=rank,
            channels=one.channels,
            trail=one.candidate.trail,
            neighbours=one.candidate.neighbours,
            excerpt=excerpt(intent, one.candidate),
        )
        for rank, one in enumerate(ranked[:limit], 1)
    )


def excerpt(intent: Intent, candidate: Candidate) -> str:
    """The run of lines that holds most of the question; the start where none holds any."""
    text = candidate.text or candidate.doc_comment or candidate.place.signature
    lines = text.splitlines()
    start = best_start(intent, lines)
    return "\n".join(lines[start : start + EXCERPT_LINES])[:EXCERPT_CHARACTERS]


def best_start(intent: Intent, lines: Sequence[str]) -> int:
    """Where the best window begins: most weight of distinct terms, the earliest among equals."""
    weights = dict(intent.terms)
    found = [{term for term in tokens(line) if term in weights} for line in lines]
    last = max(0, len(lines) - EXCERPT_LINES)

    def weight(start: int) -> float:
        return sum(weights[term] for term in set().union(*found[start : start + EXCERPT_LINES]))

    return max(range(last + 1), key=lambda start: (weight(start), -start))
