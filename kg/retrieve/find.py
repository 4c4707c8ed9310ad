"""An artifact by the name that a person gives it: `charge`, `Pay.charge`, `acme.Pay#charge(Order)`.

Out: every artifact that the name may mean, best first: an exact qualified name, else those whose
qualified name ends with it; ties are listed by uid, never guessed between.
"""

import re
from collections.abc import Sequence

from kg.graph import Graph
from kg.retrieve.explore import seen
from kg.retrieve.places import place_of
from kg.schema.access import Scope
from kg.schema.question import Place

_SEPARATOR = re.compile(r"[.#:$/]+")
_CANDIDATES = 1_000
"""Same-named artifacts that are looked at before narrowing by the rest of the name."""


def name_parts(name: str) -> tuple[str, ...]:
    """`acme.Pay#charge(Order)` as `("acme", "Pay", "charge")`; the parameters are not a part."""
    bare = name.strip().partition("(")[0]
    return tuple(part for part in _SEPARATOR.split(bare) if part)


async def find(
    graph: Graph, name: str, kinds: Sequence[str], scope: Scope, seq: int, limit: int = 20
) -> tuple[Place, ...]:
    """What a name means; `kinds` narrows, empty for all."""
    parts = name_parts(name)
    if not parts:
        return ()
    found = await _by_name(graph, parts, name.strip(), kinds, scope, seq)
    return best_matches(name, found)[:limit]


def best_matches(name: str, places: Sequence[Place]) -> tuple[Place, ...]:
    """The places whose qualified name is the name, else those that end with it, each by uid."""
    ordered = sorted({place.uid: place for place in places}.values(), key=lambda place: place.uid)
    exact = tuple(place for place in ordered if name.strip() in (place.qualified_name, place.uid))
    return exact or tuple(place for place in ordered if ends_with(place.qualified_name, name))


def ends_with(qualified_name: str, name: str) -> bool:
    """Does the name end the qualified one, part by part? Parameters count where they are given."""
    wanted, have = name_parts(name), name_parts(qualified_name)
    if have[len(have) - len(wanted) :] != wanted and qualified_name != name:
        return False
    _, opened, parameters = name.strip().partition("(")
    given = re.sub(r"\s", "", parameters).rstrip(")")
    return not opened or not given or f"({given})" in re.sub(r"\s", "", qualified_name)


async def _by_name(
    graph: Graph, parts: Sequence[str], whole: str, kinds: Sequence[str], scope: Scope, seq: int
) -> list[Place]:
    common = {"kinds": list(kinds), "repos": [], "limit": _CANDIDATES, **seen(scope, seq)}
    # A path (`docs/pay.md`), a key (`refund.fee`) or a heading has separators in its own name.
    names = sorted({parts[-1], whole, whole.rpartition("/")[2]})
    rows = await graph.read("explore_find", {"names": names, **common})
    if len(parts) > 1:
        by_class = {"owners": [parts[-2]], "names": [parts[-1]], **common}
        rows += await graph.read("explore_find_members", by_class)
    return [place_of(row["place"]) for row in rows]
