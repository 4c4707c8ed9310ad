"""One side of a contract as a rule of some framework found it, before it has a place in the graph."""

from dataclasses import dataclass

from kg.schema.contracts import Side
from kg.schema.facts import Facts
from kg.schema.ids import Uid
from kg.schema.vocabulary import How

SERVES, REQUESTS = Side.SERVES, Side.REQUESTS
HTTP, GRPC = "http", "grpc"
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")
"""Of HTTP, as far as routes are declared for them."""
VERBS = {name.lower(): name for name in (*METHODS, "TRACE")}
"""As methods of views and decorators are named in Python."""
ANY = "ANY"
"""The method of a route that answers to every one."""

NOBODY = Uid("")


@dataclass(frozen=True, slots=True)
class Contract:
    """A route that code serves or requests."""

    side: Side
    method: str
    """`GET`, or `ANY`; empty where the protocol has none (gRPC)."""
    path: str
    """Everything joined, as written: `/orders/{id:[0-9]+}`, `/orders/:id`, `shop.Orders/Find`. A whole URL
    where a client writes one. `{}` is what is not known."""
    source: Uid
    """Who serves or requests it. `NOBODY` where a document declares it and no code is known."""
    facts: Facts
    """The file that declares it."""
    line: int
    """Where, relative to the first line of `at` (0 = its first line)."""
    at: Uid = NOBODY
    """What the line is relative to, where that is not the source: an interface, a table of urls (the File)."""
    protocol: str = HTTP
    how: How = How.EXACT
    confidence: float = 1.0
    doc: Uid = NOBODY
    """The Doc that describes it, where its document has one."""

    @property
    def place(self) -> Uid:
        return self.at or self.source
