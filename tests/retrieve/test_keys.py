"""Configuration keys that are odd: never set, never read, different between environments."""

import pytest

from kg.graph import Graph
from kg.retrieve.keys import KeyState, keys
from kg.schema.access import Scope
from kg.schema.facts import Artifact
from kg.schema.ids import ScopeToken, Uid
from kg.schema.vocabulary import EdgeType, Form, Kind
from tests.retrieve.planted import Link, Planted, a_file, method, plant, publish

OPEN_SCOPE = Scope((ScopeToken("s00001"),))


def key(name: str, *values: str) -> Artifact:
    uid = Uid(f"shop:config:pay:{name}")
    return Artifact(Kind.CONFIG, uid, name, name, "config:pay", form=Form.KEY, values=values)


GHOST, READ, UNREAD = key("pay.ghost"), key("pay.read", "default=1"), key("pay.unread", "default=1")
ONCE_READ, FRAMEWORK = (
    key("pay.once-read", "default=1"),
    key("spring.datasource.url", "default=<withheld:url>"),
)
DIFFERS = key("pay.fee", "default=1", "prod=2", "test=1")
SAME = key("pay.same", "default=1", "prod=1")
WITHHELD = key("pay.pin", "default=<withheld:string>", "prod=<withheld:string>")
HIDDEN = key("pay.hidden", "default=1", "prod=2")
READER, FILE = method("charge"), a_file("pay/a.properties")


@pytest.fixture
async def shop(graph: Graph) -> Graph:
    """Keys of one set; one is read by what is not visible any more, one is in another scope."""
    shown = [GHOST, READ, UNREAD, ONCE_READ, FRAMEWORK, DIFFERS, SAME, WITHHELD, READER, FILE]
    read = [GHOST, READ, DIFFERS, SAME, WITHHELD]
    await plant(
        graph,
        [*(Planted(a) for a in shown), Planted(HIDDEN, scope="s00002")],
        [
            *(Link(EdgeType.READS, READER.uid, a.uid) for a in read),
            Link(EdgeType.READS, READER.uid, ONCE_READ.uid, valid_to=1, named=EdgeType.WAS),
            Link(EdgeType.DEFINES, FILE.uid, DIFFERS.uid, start_line=4, end_line=4),
        ],
    )
    await publish(graph, 1)
    return graph


async def names(graph: Graph, state: KeyState, repo: str = "shop") -> list[str]:
    return [found.place.name for found in await keys(graph, state, repo, OPEN_SCOPE, 1)]


async def test_a_key_that_is_read_and_never_set(shop: Graph) -> None:
    """It has no values."""
    assert await names(shop, KeyState.UNSET) == ["pay.ghost"]


async def test_a_key_that_is_set_and_never_read(shop: Graph) -> None:
    """An edge of the past does not count; what a framework reads itself is not said to be unread."""
    assert await names(shop, KeyState.UNREAD) == ["pay.once-read", "pay.unread"]
    assert await names(shop, KeyState.UNREAD, "") == ["pay.once-read", "pay.unread"]


async def test_a_key_whose_values_differ(shop: Graph) -> None:
    """Between environments, where it is known; with its place. What may not be seen is not there."""
    (found,) = await keys(shop, KeyState.DIFFERS, "", OPEN_SCOPE, 1)
    assert (found.place.name, found.place.start_line) == ("pay.fee", 4)
    assert found.values == ("default=1", "prod=2", "test=1")


async def test_keys_come_in_pages(shop: Graph) -> None:
    """After a uid, so many."""
    (first,) = await keys(shop, KeyState.UNREAD, "shop", OPEN_SCOPE, 1, limit=1)
    (second,) = await keys(shop, KeyState.UNREAD, "shop", OPEN_SCOPE, 1, after=first.place.uid)
    assert (first.place.name, second.place.name) == ("pay.once-read", "pay.unread")
    assert await names(shop, KeyState.UNSET, "other") == []
