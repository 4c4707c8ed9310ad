"""Which request reaches which served path, and which topic which consumer."""

from kg.ingest.resolve.matching import Contract, match
from kg.schema.ids import Uid, endpoint_uid, topic_uid


def serves(repo: str, key: str, module: str = ".", host: str = "") -> Contract:
    return _contract(endpoint_uid(repo, module, "serves", key), repo, "serves", key, "http", host)


def requests(repo: str, key: str, host: str = "", module: str = ".") -> Contract:
    return _contract(endpoint_uid(repo, module, "requests", key), repo, "requests", key, "http", host)


def topic(repo: str, side: str, key: str, system: str = "kafka") -> Contract:
    return _contract(topic_uid(repo, ".", side, key), repo, side, key, system, "")


def _contract(uid: Uid, repo: str, side: str, key: str, system: str, host: str) -> Contract:
    return Contract(uid, repo, side, key, system, host)


def found(*contracts: Contract) -> list[tuple[str, str, str, float]]:
    """(asking repository, served uid without its kind, how, confidence)."""
    return [
        (
            one.source.partition(":")[0],
            f"{one.target.partition(':')[0]} {one.target.rsplit(':', 1)[1]}",
            one.how.value,
            one.confidence,
        )
        for one in match(contracts)
    ]


def test_a_request_reaches_the_path_of_the_same_form() -> None:
    """Variables of any name are one; another method or another length is another path."""
    served = (
        serves("orders", "GET /orders/{}"),
        serves("orders", "POST /orders/{}"),
        serves("orders", "GET /orders"),
    )
    assert found(requests("web", "GET /orders/{}"), *served) == [
        ("web", "orders GET /orders/{}", "inferred", 0.9)
    ]
    assert found(requests("web", "GET /orders/42"), *served) == [
        ("web", "orders GET /orders/{}", "inferred", 0.9)
    ]
    assert found(requests("web", "PUT /orders/{}"), *served) == []


def test_a_router_prefers_what_is_written() -> None:
    """`/orders/open` is not the variable of `/orders/{}` where both are served."""
    served = (serves("orders", "GET /orders/{}"), serves("orders", "GET /orders/open"))
    assert found(requests("web", "GET /orders/open"), *served)[0][1] == "orders GET /orders/open"


def test_the_host_decides_between_repositories() -> None:
    """By the name of the application, its module or repository; a host of elsewhere reaches nobody."""
    served = (serves("a", "GET /v1/items"), serves("b", "GET /v1/items", host="billing"))
    assert found(requests("web", "GET /v1/items", "billing"), *served) == [
        ("web", "b GET /v1/items", "exact", 1.0)
    ]
    assert found(requests("web", "GET /v1/items", "api.example.com"), *served) == []
    assert [one[2:] for one in found(requests("web", "GET /v1/items"), *served)] == [("candidate", 0.5)] * 2


def test_of_applications_of_one_name_the_one_beside_is_meant() -> None:
    """A repository of lessons holds the same services several times; elsewhere each is a candidate."""
    served = [
        serves("lessons", "GET /rates", f"{lesson}/rates", "rates") for lesson in ("1-plain", "2-docker")
    ]
    asked = requests("lessons", "GET /rates", "rates", "2-docker/shop")
    assert [(one.target, one.how, one.confidence) for one in match([asked, *served])] == [
        (served[1].uid, "inferred", 0.9)
    ]
    other = requests("web", "GET /rates", "rates", "2-docker/shop")
    assert [one.how for one in match([other, *served])] == ["candidate"] * 2


def test_a_path_of_variables_alone_says_nothing() -> None:
    """Everything serves `GET /{}`; only a host makes it somebody's."""
    assert found(requests("web", "GET /{}"), serves("a", "GET /{}")) == []
    assert len(found(requests("web", "GET /{}", "a"), serves("a", "GET /{}"))) == 1


def test_an_application_is_not_its_own_client_where_another_fits() -> None:
    """A module that serves the path too asks somebody else; alone it asks itself."""
    own, other = serves("web", "GET /orders"), serves("orders", "GET /orders")
    assert found(requests("web", "GET /orders"), own, other) == [
        ("web", "orders GET /orders", "inferred", 0.9)
    ]
    assert found(requests("web", "GET /orders"), own) == [("web", "web GET /orders", "inferred", 0.8)]


def test_what_many_serve_is_no_hint() -> None:
    """Beyond five candidates a request is left open."""
    many = [serves(f"r{n}", "GET /health") for n in range(6)]
    assert found(requests("web", "GET /health"), *many) == []


def test_a_topic_is_met_by_name_within_its_system() -> None:
    """Exact in a repository, inferred across; another broker is another topic."""
    published = topic("orders", "publishes", "order.paid")
    assert found(published, topic("orders", "consumes", "order.paid"))[0][2:] == ("exact", 1.0)
    assert found(published, topic("mail", "consumes", "order.paid"))[0][2:] == ("inferred", 0.95)
    assert found(published, topic("mail", "consumes", "order.paid", "rabbit")) == []
    assert found(published, topic("mail", "consumes", "order.cancelled")) == []


def test_a_topic_with_a_gap_is_a_candidate() -> None:
    """`order.{}` may be `order.paid`; a gap alone is nothing."""
    assert (
        found(topic("o", "publishes", "order.{}"), topic("m", "consumes", "order.paid"))[0][2] == "candidate"
    )
    assert found(topic("o", "publishes", "{}"), topic("m", "consumes", "order.paid")) == []


def test_events_of_a_process_stay_in_it() -> None:
    """Two applications with a class of one name do not hear each other."""
    one = topic("orders", "publishes", "shop.Paid", "spring")
    assert found(one, topic("mail", "consumes", "shop.Paid", "spring")) == []
    assert len(found(one, topic("orders", "consumes", "shop.Paid", "spring"))) == 1
