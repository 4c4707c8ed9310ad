"""What a scanner takes for a secret and is none, so that a scan of what kg keeps finds nothing.

A name of a secret that is handed on, with a keyword argument behind it (`OUR_SECRET, additional_headers='…'`),
is to a scanner a secret and its value. In: text. Out: the spans of the words that make it think so: they read
REDACT… in these places, and names stay names. Knows one form, and only where the "value" looks random enough
for a scanner to tell: others are let pass by scanners themselves.
"""

import re
from collections import Counter
from collections.abc import Iterator
from math import log2

_BEHIND = re.compile(r",[\s`'\"=]{0,5}(?P<value>[\w.-]{9,149}=+)[`'\"\s;]")
_NAME = re.compile(r"[ \t\w.-]+[\s'\"]{0,3}\Z")
_LONGEST_NAME = 60
_WORDS = re.compile(r"(?i)access|auth|api|credential|creds|key|passw(?:or)?d|secret|token")
_RANDOM = 3.5
"""Bits a character: what scanners ask of a value."""


def alarming_spans(text: str) -> Iterator[tuple[int, int]]:
    """The words for a secret in names that are followed by a keyword argument."""
    if "='" not in text and '="' not in text:
        return
    for match in _BEHIND.finditer(text):
        if _bits(match["value"]) >= _RANDOM:
            start = max(match.start() - _LONGEST_NAME, 0)
            name = _NAME.search(text, start, match.start())
            if name is not None:
                yield from (word.span() for word in _WORDS.finditer(text, *name.span()))


def _bits(value: str) -> float:
    counts = Counter(value).values()
    return -sum(count / len(value) * log2(count / len(value)) for count in counts)
