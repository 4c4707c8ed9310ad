"""A small graph for the API's tests: a class with methods, an interface, callers, a document, a file.

`acme.Pay#charge` is called by `Shop#buy` and by fifty `Till#m00…`; `docs/pay.md#Charging` describes
it. The repository `vault` is in a scope of its own, which `somebody` and `local` see or not by test.
"""

from dataclasses import replace

from kg.graph import Graph
from kg.schema.facts import Artifact
from kg.schema.ids import Uid
from kg.schema.vocabulary import EdgeType, Kind
from tests.retrieve.planted import Link, Planted, a_class, a_doc, a_file, method, plant, publish, run

SHOP = Artifact(Kind.REPOSITORY, Uid("shop:repository"), "shop", "shop", origin="")
VAULT = Artifact(Kind.REPOSITORY, Uid("vault:repository"), "vault", "vault", origin="")
PAY = a_class("Pay")
CHARGE = method("charge", parameters="Order", text="void charge(Order o) { take(o); }")
TAKE = method("take", parameters="Order")
BUY = method("buy", owner="Shop")
TILLS = tuple(method(f"m{n:02}", owner="Till") for n in range(50))
DOC = a_doc("docs/pay.md", "Charging", "How charge works.")
FILE = replace(a_file("src/main/java/acme/Pay.java"), problems=("3: missing )",))
SECRET = replace(method("open", owner="Safe"), uid=Uid("vault:java:src:acme.Safe#open()"))
VERSIONS = [
    *(Planted(artifact) for artifact in (SHOP, PAY, CHARGE, TAKE, BUY, *TILLS, DOC, FILE)),
    Planted(VAULT, scope="s00002", repo="vault"),
    Planted(SECRET, scope="s00002", repo="vault"),
]


def defines(parent: Artifact, child: Artifact, start: int = 0, end: int = 0) -> Link:
    return Link(EdgeType.DEFINES, parent.uid, child.uid, start_line=start, end_line=end)


def calls(caller: Artifact, callee: Artifact, *sites: int) -> Link:
    return Link(EdgeType.CALLS, caller.uid, callee.uid, sites=sites)


LINKS = [
    defines(SHOP, FILE),
    defines(VAULT, SECRET),
    defines(FILE, PAY, 5, 40),
    defines(PAY, CHARGE),
    defines(PAY, TAKE),
    defines(FILE, CHARGE, 10, 14),
    defines(FILE, TAKE, 16, 20),
    calls(BUY, CHARGE, 1, 3),
    calls(CHARGE, TAKE, 2),
    calls(SECRET, CHARGE, 1),
    *(calls(till, CHARGE, 0) for till in TILLS),
    Link(
        EdgeType.DEFINES,
        FILE.uid,
        DOC.uid,
        start_line=3,
        end_line=9,
        open_sites=("2:0 unknown Pay#refund", "4:0 unknown src/Old.java"),
    ),
    Link(EdgeType.DOCUMENTS, DOC.uid, CHARGE.uid, how="inferred", confidence=0.8),
    *(Link(EdgeType.DOCUMENTS, DOC.uid, till.uid) for till in TILLS),
]


async def settle(graph: Graph) -> None:
    """Snapshot 1 with everything; only `shop` is registered, so `vault` is visible to nobody."""
    await plant(graph, VERSIONS, LINKS)
    await publish(graph, 1)


async def publish_without_tills(graph: Graph) -> None:
    """Snapshot 2: every odd till is gone, and one new caller has come."""
    gone = [till.uid for till in TILLS[1::2]]
    await run(
        graph, "UNWIND $p AS uid MATCH (a:Artifact {uid: uid}) SET a.valid_to = 2, a.vt = '000000002'", gone
    )
    late = method("late", owner="Till")
    await plant(
        graph,
        [Planted(late, valid_from=2)],
        [Link(EdgeType.CALLS, late.uid, CHARGE.uid, valid_from=2, source_from=2)],
    )
    await publish(graph, 2)
