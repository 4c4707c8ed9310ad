"""The two sides of a contract, and which contracts can be the same one.

An Endpoint serves or requests a key such as `GET /orders/{}`, a Topic publishes or consumes a name; MATCHES
joins one side to the other, in and across repositories. Only contracts of one shape can match, so a commit
looks again at the shapes that it touches, and at nothing else.
"""

from collections.abc import Iterable
from enum import StrEnum

from kg.schema.ids import Uid

GAP = "{}"
"""A part of a key that only running the code would tell, or that a path takes as a variable."""


class Side(StrEnum):
    SERVES = "serves"
    REQUESTS = "requests"
    PUBLISHES = "publishes"
    CONSUMES = "consumes"


SIDED = frozenset({"endpoint", "topic"})
"""The second part of the uid of what has a side."""


def shape_of(uid: Uid) -> str:
    """`endpoint/2` for two parts of a path, `endpoint/rpc`, `topic`; empty for what has no side."""
    _, kind, *rest = uid.split(":", 4)
    if kind not in SIDED or len(rest) < 3:
        return ""
    if kind == "topic":
        return kind
    _, slash, path = rest[2].partition(" /")
    return f"{kind}/{path.count('/') + 1 if path else 0}" if slash else f"{kind}/rpc"


def shapes_of(uids: Iterable[Uid]) -> list[str]:
    return sorted({shape for uid in uids if (shape := shape_of(uid))})
