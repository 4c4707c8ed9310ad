"""Look-ups around artifacts, on a small graph planted by hand."""

import pytest

from kg.errors import NotFound
from kg.graph import Graph
from kg.retrieve import explore
from kg.retrieve.find import best_matches, find
from kg.retrieve.flow import Direction, FlowOptions, call_flow
from kg.retrieve.scope import Policy, active_seq, scope_of
from kg.schema.access import Principal, Scope
from kg.schema.facts import Artifact
from kg.schema.ids import ScopeToken, Uid
from kg.schema.question import Linked
from kg.schema.vocabulary import EdgeType, Kind
from tests.retrieve.planted import Link, Planted, a_class, a_doc, a_file, method, plant, publish

OPEN_SCOPE = Scope((ScopeToken("s00001"),))
BOTH = Scope((ScopeToken("s00001"), ScopeToken("s00002")))

PAY, GATEWAY = a_class("Pay"), a_class("Gateway", form="interface")
CARD = a_class("CardGateway")
CHARGE = method("charge", text="void charge() { gateway.send(); }")
SEND = method("send", "Gateway", text="void send();", complexity=0)
ABSTRACT = method("find", "Repo", text="Order find();", complexity=0)
CONCRETE = method("find", "Sql")
CARD_SEND = method("send", "CardGateway", text="void send() { log(); }")
LOG = method("log", "CardGateway")
MAIN = method("main", "App")
SECRET = method("secret", "Hidden")
FILE = a_file(PAY.path, problems=("3: no closing brace",))
DOC = a_doc("docs/pay.md", "Charges", "How a card is charged.")
REPOSITORY = Artifact(Kind.REPOSITORY, Uid("shop:repository"), "shop", "shop", origin="")


@pytest.fixture
async def shop(graph: Graph) -> Graph:
    """main -> charge -> Gateway.send <- overridden by CardGateway.send -> log; a hidden caller."""
    visible = [PAY, GATEWAY, CARD, CHARGE, SEND, CARD_SEND, LOG, MAIN, FILE, DOC, REPOSITORY]
    await plant(
        graph,
        [*(Planted(a) for a in visible), Planted(SECRET, scope="s00002")],
        [
            Link(EdgeType.DEFINES, REPOSITORY.uid, FILE.uid),
            Link(EdgeType.DEFINES, FILE.uid, CHARGE.uid, start_line=10, end_line=12),
            Link(EdgeType.DEFINES, PAY.uid, CHARGE.uid),
            Link(EdgeType.DEFINES, GATEWAY.uid, SEND.uid),
            Link(EdgeType.DEFINES, CARD.uid, CARD_SEND.uid),
            Link(EdgeType.CALLS, MAIN.uid, CHARGE.uid, sites=(2,)),
            Link(EdgeType.CALLS, SECRET.uid, CHARGE.uid),
            Link(EdgeType.CALLS, CHARGE.uid, SEND.uid, sites=(0,)),
            Link(EdgeType.OVERRIDES, CARD_SEND.uid, SEND.uid),
            Link(EdgeType.CALLS, CARD_SEND.uid, LOG.uid),
            Link(EdgeType.DOCUMENTS, DOC.uid, CHARGE.uid, how="inferred", confidence=0.8),
        ],
    )
    await publish(graph, 1)
    return graph


async def test_artifact_by_uid(shop: Graph) -> None:
    """An artifact comes with its place, content and owner."""
    detail = (await explore.artifacts(shop, [CHARGE.uid], OPEN_SCOPE, 1))[CHARGE.uid]
    assert str(detail.place) == "src/main/java/acme/Pay.java:10"
    assert detail.place.end_line == 12
    assert detail.text == CHARGE.text
    assert detail.owner == PAY.uid


async def test_forbidden_is_missing(shop: Graph) -> None:
    """A hidden artifact, one of another time and one that never was are the same answer."""
    never = Uid("shop:java:x:No#no()")
    for seq, scope in ((1, OPEN_SCOPE), (0, BOTH), (1, Scope(()))):
        found = await explore.artifacts(shop, [SECRET.uid, never], scope, seq)
        assert found == {}
        with pytest.raises(NotFound) as hidden:
            await call_flow(shop, SECRET.uid, Direction.CALLEES, 2, scope, seq, FlowOptions())
        with pytest.raises(NotFound) as absent:
            await call_flow(shop, never, Direction.CALLEES, 2, scope, seq, FlowOptions())
        assert str(hidden.value).replace(SECRET.uid, "") == str(absent.value).replace(never, "")


async def test_callers(shop: Graph) -> None:
    """Callers that may be seen are listed with their sites; a hidden one is not."""
    found = (await explore.callers(shop, [CHARGE.uid], OPEN_SCOPE, 1))[CHARGE.uid]
    assert [(link.place.uid, link.sites, link.through) for link in found] == [(MAIN.uid, (2,), "")]
    both = (await explore.callers(shop, [CHARGE.uid], BOTH, 1))[CHARGE.uid]
    assert {link.place.uid for link in both} == {MAIN.uid, SECRET.uid}


async def test_callers_through_an_interface(shop: Graph) -> None:
    """A caller of the interface's method is a caller of what implements it, and says through what."""
    (link,) = (await explore.callers(shop, [CARD_SEND.uid], OPEN_SCOPE, 1))[CARD_SEND.uid]
    assert (link.place.uid, link.through) == (CHARGE.uid, SEND.uid)
    assert (link.step.source, link.step.target) == (CHARGE.uid, SEND.uid)


async def test_callees_through_an_interface(shop: Graph) -> None:
    """What implements a called method may run: it is listed, and says through what."""
    found = (await explore.callees(shop, [CHARGE.uid], OPEN_SCOPE, 1))[CHARGE.uid]
    assert [(link.place.uid, link.through) for link in found] == [(CARD_SEND.uid, SEND.uid), (SEND.uid, "")]


def likely(link: Linked) -> tuple[Uid, str, float, str]:
    return link.place.uid, link.drawn.how, link.drawn.confidence, link.drawn.via


async def test_the_only_implementation_is_inferred(shop: Graph) -> None:
    """It is drawn from the caller to what may run, and never as a fact; the call itself is one."""
    found = (await explore.callees(shop, [CHARGE.uid], OPEN_SCOPE, 1))[CHARGE.uid]
    assert [likely(link) for link in found] == [
        (CARD_SEND.uid, "inferred", 0.9, "OVERRIDES"),
        (SEND.uid, "exact", 1.0, ""),
    ]
    (link,) = (await explore.callers(shop, [CARD_SEND.uid], OPEN_SCOPE, 1))[CARD_SEND.uid]
    assert likely(link) == (CHARGE.uid, "inferred", 0.9, "OVERRIDES")
    assert (link.drawn.source, link.drawn.target) == (CHARGE.uid, CARD_SEND.uid)


async def test_several_implementations_are_candidates(shop: Graph) -> None:
    """Each with the chance of a fair choice; one that is hidden is not counted, a body that is overridden is."""
    cash, ghost = method("send", "CashGateway"), method("send", "GhostGateway")
    await plant(
        shop,
        [Planted(cash), Planted(ghost, scope="s00002")],
        [Link(EdgeType.OVERRIDES, one.uid, SEND.uid) for one in (cash, ghost)],
    )
    found = (await explore.callees(shop, [CHARGE.uid], OPEN_SCOPE, 1))[CHARGE.uid]
    assert [likely(link)[1:] for link in found if link.through] == [("candidate", 0.5, "OVERRIDES")] * 2
    (link,) = (await explore.callers(shop, [cash.uid], OPEN_SCOPE, 1))[cash.uid]
    assert likely(link) == (CHARGE.uid, "candidate", 0.5, "OVERRIDES")
    own = method("log", "LoudGateway")
    await plant(shop, [Planted(own)], [Link(EdgeType.OVERRIDES, own.uid, LOG.uid)])
    found = (await explore.callees(shop, [CARD_SEND.uid], OPEN_SCOPE, 1))[CARD_SEND.uid]
    assert likely(found[1]) == (own.uid, "candidate", 0.5, "OVERRIDES")


async def test_what_a_container_injects_is_inferred(shop: Graph) -> None:
    """The implementation whose class is put into the caller's class, beside others that are candidates;
    a hidden injection says nothing."""
    cash, cash_class = method("send", "CashGateway"), a_class("CashGateway")
    await plant(
        shop,
        [Planted(cash), Planted(cash_class)],
        [
            Link(EdgeType.OVERRIDES, cash.uid, SEND.uid),
            Link(EdgeType.DEFINES, cash_class.uid, cash.uid),
            Link(EdgeType.INJECTS, PAY.uid, CARD.uid, how="inferred", confidence=0.9),
            Link(EdgeType.INJECTS, PAY.uid, cash_class.uid, how="inferred", confidence=0.9, valid_from=2),
        ],
    )
    found = (await explore.callees(shop, [CHARGE.uid], OPEN_SCOPE, 1))[CHARGE.uid]
    assert [likely(link) for link in found if link.through] == [
        (CARD_SEND.uid, "inferred", 0.9, "INJECTS"),
        (cash.uid, "candidate", 0.5, "OVERRIDES"),
    ]
    (link,) = (await explore.callers(shop, [CARD_SEND.uid], OPEN_SCOPE, 1))[CARD_SEND.uid]
    assert likely(link) == (CHARGE.uid, "inferred", 0.9, "INJECTS")


async def test_a_method_without_code_leads_to_its_implementations(shop: Graph) -> None:
    """Asked for itself too; a method with code leads to what it calls only."""
    await plant(
        shop, [Planted(ABSTRACT), Planted(CONCRETE)], [Link(EdgeType.OVERRIDES, CONCRETE.uid, ABSTRACT.uid)]
    )
    (link,) = (await explore.callees(shop, [ABSTRACT.uid], OPEN_SCOPE, 1))[ABSTRACT.uid]
    assert likely(link) == (CONCRETE.uid, "inferred", 0.9, "OVERRIDES")
    assert (link.step.edge, link.step.source, link.step.target) == ("OVERRIDES", CONCRETE.uid, ABSTRACT.uid)
    flow = await call_flow(shop, ABSTRACT.uid, Direction.CALLEES, 3, OPEN_SCOPE, 1, FlowOptions())
    assert [(step.target, step.via) for step in flow.edges] == [(CONCRETE.uid, "OVERRIDES")]
    assert (await explore.callees(shop, [CARD_SEND.uid], OPEN_SCOPE, 1))[CARD_SEND.uid][
        0
    ].place.uid == LOG.uid


async def test_batch_and_pages(shop: Graph) -> None:
    """Many uids are one statement; `after` continues where a page ended."""
    found = await explore.callees(shop, [MAIN.uid, CHARGE.uid], OPEN_SCOPE, 1, limit=1)
    assert [len(found[uid]) for uid in (MAIN.uid, CHARGE.uid)] == [1, 1]
    rest = await explore.callees(shop, [CHARGE.uid], OPEN_SCOPE, 1, after=CARD_SEND.uid)
    assert [link.place.uid for link in rest[CHARGE.uid]] == [SEND.uid]


async def test_documents(shop: Graph) -> None:
    """A document section that describes a method is found from it."""
    (link,) = (await explore.documents(shop, [CHARGE.uid], OPEN_SCOPE, 1))[CHARGE.uid]
    assert (link.place.uid, link.step.how, link.step.confidence) == (DOC.uid, "inferred", 0.8)


async def test_members_and_lists(shop: Graph) -> None:
    """A class gives its methods; a kind is paged by uid."""
    assert [p.uid for p in (await explore.members(shop, [PAY.uid], OPEN_SCOPE, 1))[PAY.uid]] == [CHARGE.uid]
    first = await explore.list_kind(shop, "Method", "shop", OPEN_SCOPE, 1, limit=3)
    rest = await explore.list_kind(shop, "Method", "", OPEN_SCOPE, 1, after=first[-1].uid)
    assert [p.uid for p in (*first, *rest)] == sorted(m.uid for m in (CHARGE, SEND, CARD_SEND, LOG, MAIN))


async def test_find(shop: Graph) -> None:
    """A name finds every artifact that it may mean, in any of its spellings."""
    for name in ("charge", "Pay.charge", "Pay#charge", "acme.Pay#charge()", "charge()", CHARGE.uid):
        assert [p.uid for p in await find(shop, name, (), OPEN_SCOPE, 1)] == [CHARGE.uid], name
    assert [p.uid for p in await find(shop, "send", ("Method",), OPEN_SCOPE, 1)] == [CARD_SEND.uid, SEND.uid]
    assert [p.uid for p in await find(shop, "CardGateway.send", (), OPEN_SCOPE, 1)] == [CARD_SEND.uid]
    assert [p.uid for p in await find(shop, FILE.path, (), OPEN_SCOPE, 1)] == [FILE.uid]
    assert await find(shop, "secret", (), OPEN_SCOPE, 1) == ()
    assert await find(shop, "()", (), OPEN_SCOPE, 1) == ()


async def test_find_parameters(shop: Graph) -> None:
    """Given parameters choose between overloads."""
    one, two = method("pay", parameters="Order"), method("pay", parameters="Order,long")
    await plant(shop, [Planted(one), Planted(two)])
    assert [p.uid for p in await find(shop, "Pay#pay(Order, long)", (), OPEN_SCOPE, 1)] == [two.uid]
    assert [p.uid for p in await find(shop, "Pay#pay", (), OPEN_SCOPE, 1)] == [one.uid, two.uid]


def test_nothing_matches_nothing() -> None:
    """No candidates, no match."""
    assert best_matches("x", ()) == ()


async def test_flow(shop: Graph) -> None:
    """A call flow goes down through interfaces, and says when a bound cut it."""
    flow = await call_flow(shop, MAIN.uid, Direction.CALLEES, 6, OPEN_SCOPE, 1, FlowOptions())
    assert [p.uid for p in flow.nodes] == [MAIN.uid, CHARGE.uid, CARD_SEND.uid, SEND.uid, LOG.uid]
    assert {(s.source, s.target, s.how) for s in flow.edges} == {
        (MAIN.uid, CHARGE.uid, "exact"),
        (CHARGE.uid, SEND.uid, "exact"),
        (CHARGE.uid, CARD_SEND.uid, "inferred"),
        (CARD_SEND.uid, LOG.uid, "exact"),
    }
    assert not flow.cut
    assert (await call_flow(shop, MAIN.uid, Direction.CALLEES, 1, OPEN_SCOPE, 1, FlowOptions())).cut
    assert (await call_flow(shop, MAIN.uid, Direction.CALLEES, 6, OPEN_SCOPE, 1, FlowOptions(nodes=2))).cut
    up = await call_flow(shop, LOG.uid, Direction.CALLERS, 6, OPEN_SCOPE, 1, FlowOptions())
    assert {p.uid for p in up.nodes} == {LOG.uid, CARD_SEND.uid, CHARGE.uid, MAIN.uid}


async def test_repositories_and_problems(shop: Graph) -> None:
    """Visible repositories show their commit, and the files that could not be read wholly."""
    (state,) = await explore.repositories(shop, OPEN_SCOPE, 1)
    assert (state.repo, state.commit) == ("shop", "c1")
    assert await explore.repositories(shop, Scope(()), 1) == ()
    (problem,) = await explore.problems(shop, (), OPEN_SCOPE, 1)
    assert (problem.place.uid, problem.problems) == (FILE.uid, FILE.problems)
    assert await explore.problems(shop, (), Scope((ScopeToken("s00002"),)), 1) == ()


async def test_snapshots(shop: Graph) -> None:
    """Snapshots are listed newest first; commits of hidden repositories are not shown."""
    await publish(shop, 2)
    newest, oldest = await explore.snapshots(shop, OPEN_SCOPE)
    assert (newest.seq, newest.active, oldest.active) == (2, True, False)
    assert [mark.commit for mark in newest.watermarks] == ["c2"]
    assert [s.watermarks for s in await explore.snapshots(shop, Scope(()))] == [(), ()]
    assert [s.seq for s in await explore.snapshots(shop, OPEN_SCOPE, before=2)] == [1]


async def test_who_sees_what(shop: Graph) -> None:
    """The owner of the installation sees every registered scope, a stranger nothing."""
    assert await scope_of(shop, Principal("local"), Policy()) == OPEN_SCOPE
    assert await scope_of(shop, Principal("mallory"), Policy()) == Scope(())
    assert await active_seq(shop) == 1


async def test_past_present_and_coming_edges(shop: Graph) -> None:
    """A closed edge (WAS) is crossed at its time only, a coming one (NEXT) not before its time."""
    await plant(
        shop,
        [],
        [
            Link(EdgeType.CALLS, LOG.uid, MAIN.uid, 1, 2, named=EdgeType.WAS),
            Link(EdgeType.CALLS, MAIN.uid, LOG.uid, 3, named=EdgeType.NEXT),
        ],
    )

    async def calls(uid: Uid, seq: int) -> list[Uid]:
        return [c.place.uid for c in (await explore.callees(shop, [uid], OPEN_SCOPE, seq))[uid]]

    assert [await calls(LOG.uid, seq) for seq in (1, 2)] == [[MAIN.uid], []]
    assert [await calls(MAIN.uid, seq) for seq in (2, 3)] == [[CHARGE.uid], [LOG.uid, CHARGE.uid]]
