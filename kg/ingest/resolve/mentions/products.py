"""Libraries by the names of products: `Spring Cloud Gateway` for `spring-cloud-starter-gateway`.

All words of a package's name, in any order, and no other word but those before it; a starter's may be left
out. What only one library of the repository can be is inferred. Pure.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from kg.ingest.resolve.mentions.found import Found, inferred
from kg.ingest.resolve.mentions.names import Names
from kg.ingest.resolve.mentions.product_names import key_of, words_in_order

_APPOSED = ", the "
"""`Connector/J, the MySQL JDBC driver`: what it is said to be may be a part of the name."""
_MOST_APPOSED = 5
_SHORTEST_JOINED = 8


def by_product(text: str, names: Names) -> list[Found]:
    """The only library that a run of capitalised words, or the longest end of it, names."""
    name, apposed, said = text.partition(_APPOSED)
    words = words_in_order(name)
    if apposed and (found := _one(names, _with_some_of(words, words_in_order(said)[:_MOST_APPOSED]), 0.8)):
        return found
    if len(words) == 1:
        return _one(names, [key_of(words)], 0.7)
    for start in range(len(words) - 1):
        rest = words[start:]
        keys = [key_of(rest), joined] if len(joined := "".join(rest)) >= _SHORTEST_JOINED else [key_of(rest)]
        if found := _one(names, keys, 0.8):
            return found
    return []


def _with_some_of(words: Sequence[str], more: Sequence[str]) -> Iterator[str]:
    """Some words more, and in the name itself at least two: a comma joins anything."""
    for several in range(1, len(more) + 1) if len(words) > 1 else ():
        for chosen in combinations(more, several):
            yield key_of([*words, *chosen])


def _one(names: Names, keys: Iterable[str], confidence: float) -> list[Found]:
    found = {a.uid: a for key in keys for a in names.products.get(key, ())}
    return inferred(list(found.values()), confidence) if len(found) == 1 else []
