"""The Lucene text of a question: terms, access and validity. Pure.

User text never gets here: only index terms (letters and digits in lower case) and tokens of our own
do, so nothing has to be escaped and nothing can change the meaning of the query. Scope and validity
are required clauses that do not score (`^0`), because a full text search takes no other condition.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from kg.errors import QuestionError
from kg.schema.access import Scope
from kg.schema.ids import ScopeToken, padded
from kg.schema.question import Filters
from kg.schema.tokens import mark

MAX_RANGES = 500
"""Lucene fails beyond 1,024 clauses. More ranges are joined into wider ones: the statement checks the
scope of every row again, so the width costs rows, never a secret."""

_WORD = re.compile(r"""[^\s_+\-&|!(){}\[\]^"~*?:\\/<>=]+""")
_OPERATORS = frozenset({"AND", "OR", "NOT", "TO"})

Range = tuple[ScopeToken, ScopeToken]


def lucene_text(
    terms: Sequence[tuple[str, float]], scope: Scope, seq: int, filters: Filters, field: str = "search_text"
) -> str:
    """A query for the index `artifact_text` (or, by another field, for one that has scope and validity too);
    refuses to ask for nothing, which would give everything."""
    if not terms or not scope.tokens:
        raise QuestionError("a full text search needs a term and a scope")
    words = " ".join(f"{_only_word(term)}^{weight:g}" for term, weight in terms)
    clauses = [
        _required(_range("scope", one) for one in widened(scope.ranges, MAX_RANGES)),
        f"+vf:[* TO {padded(seq)}]^0",
        f"+vt:{{{padded(seq)} TO *]^0",
        _marked("kind", filters.kinds),
        _marked("language", filters.languages),
        f"+{field}:({words})",
    ]
    return " ".join(clause for clause in clauses if clause)


def widened(ranges: Sequence[Range], most: int) -> tuple[Range, ...]:
    """At most `most` ranges that cover all of these, joined over the narrowest gaps."""
    if len(ranges) <= most:
        return tuple(ranges)
    gaps = [int(after[0][1:]) - int(before[1][1:]) for before, after in pairwise(ranges)]
    widest = set(sorted(range(len(gaps)), key=lambda i: (-gaps[i], i))[: most - 1])
    joined = [ranges[0]]
    for i, one in enumerate(ranges[1:]):
        if i in widest:
            joined.append(one)
        else:
            joined[-1] = (joined[-1][0], one[1])
    return tuple(joined)


def _only_word(term: str) -> str:
    if not _WORD.fullmatch(term) or term in _OPERATORS:
        raise QuestionError(f"{term!r} is no index term")
    return term


def _range(field: str, ends: Range) -> str:
    return f"{field}:[{ends[0]} TO {ends[1]}]"


def _required(clauses: Iterable[str]) -> str:
    return f"+({' '.join(clauses)})^0"


def _marked(what: str, values: Sequence[str]) -> str:
    return _required(f"search_text:{mark(what, value)}" for value in values) if values else ""
