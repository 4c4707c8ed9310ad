"""Text to index terms, the same at ingest and at search: parts of identifiers, and CJK bigrams.

In: any text. Out: lower-case terms of letters and digits, in order, repeats kept. An identifier
gives its camel and snake parts with a light stem, and itself whole (`refundAmount` and
`refund_amount` both give `refundamount`); Han, Hangul and Kana give bigrams. Function words and
single Latin letters are in no index. Standard library only; knows nothing of Lucene or weights.
"""

import re
from unicodedata import normalize

FUNCTION_WORDS = frozenset(
    {"a", "an", "the", "of", "to", "in", "on", "for", "and", "or", "is", "are", "be", "by", "with", "when"}
    | {"if", "not", "from", "as", "at", "it", "this", "that", "into", "should", "can", "do", "does", "has"}
    | {"have", "been", "was", "were", "will"}
)
MAX_WHOLE = 64
"""A longer identifier is indexed by its parts only."""
MAX_WORD = 256
"""A longer run of letters and digits is data (base64, a hash), not words."""
_CACHE_WORDS = 200_000

_CJK = "\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003134f"
_ASCII_WORD = re.compile(r"[A-Za-z0-9_]+")
_WORD = re.compile(rf"[{_CJK}]+|[^\W{_CJK}]+")
_IS_CJK = re.compile(rf"[{_CJK}]")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_OTHER_PART = re.compile(r"[^\W\d_]+|\d+")
"""Beyond ASCII a change of case says little, so letters stay together."""
_SUFFIXES = (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", ""))

_cache: dict[str, tuple[str, ...]] = {}


def tokens(text: str) -> list[str]:
    """The index terms of a text."""
    # NFKC makes one letter of its several spellings: full-width Latin, decomposed Hangul.
    words = _ASCII_WORD.findall(text) if text.isascii() else _WORD.findall(normalize("NFKC", text))
    terms: list[str] = []
    for word in words:
        known = _cache.get(word)
        terms += _learn(word) if known is None else known
    return terms


def mark(what: str, value: str) -> str:
    """A term that no text gives, to filter by inside the index: `kind_method`, `language_java`."""
    return f"{what}_" + "".join(c for c in value.lower() if c.isascii() and c.isalnum())


def stem(word: str) -> str:
    """A lower-case word without its commonest English endings; light on purpose: Snowball ranks worse."""
    for suffix, ending in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            return word[: len(word) - len(suffix)] + ending
    return word


def _learn(word: str) -> tuple[str, ...]:
    """The terms of a word not met before; most words of a code base are met thousands of times."""
    terms = _bigrams(word) if _IS_CJK.match(word) else _parts(word)
    if len(word) <= MAX_WHOLE:
        if len(_cache) >= _CACHE_WORDS:
            _cache.clear()
        _cache[word] = terms
    return terms


def _bigrams(run: str) -> tuple[str, ...]:
    return tuple(run[i : i + 2] for i in range(len(run) - 1)) or (run,)


def _parts(word: str) -> tuple[str, ...]:
    if len(word) > MAX_WORD:
        return ()
    parts = [part.lower() for part in (_PART if word.isascii() else _OTHER_PART).findall(word)]
    terms = [stem(part) for part in parts if part not in FUNCTION_WORDS and (len(part) > 1 or part.isdigit())]
    if len(parts) > 1 and len(word) <= MAX_WHOLE:
        terms.append("".join(parts))
    return tuple(terms)
